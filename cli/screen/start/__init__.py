"""The start screen: what a player sees who types `fairdeal` alone.

    Start --pages--> what is to be read and chosen --view--> Picture
    keys  --keys---> Start, and what follows

`evening` runs it, and the tables that are chosen in it, one after the other.
"""
