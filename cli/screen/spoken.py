"""Digests as words, for people to read to each other over the telephone."""

WORDS = tuple(
    """
    acid actor album alley amber anchor angle apple apron arrow aspen attic autumn bacon badge baker
    balcony bamboo banjo barley barrel basket beacon beaver beetle bench bicycle birch bishop blanket bonfire border
    bottle boulder branch bread bridge bronze brush bubble bucket buffalo butter button cabin cactus camel camera
    canal candle canyon carbon cargo carpet castle cellar cement chapel cherry chimney circus citrus clay cliff
    clover cobra coffee comet compass copper coral cotton cousin cradle crayon cricket crystal cupboard curtain cushion
    dagger daisy dentist desert diamond dinner doctor dolphin donkey dragon drawer drum eagle early echo
    elbow elephant empire engine enamel envelope fabric falcon farmer feather fence ferry fiddle finger flame flannel
    flute forest fossil fountain fridge frog funnel galaxy garden garlic gazelle giant ginger glacier glove goblin
    granite grape gravel guitar hammer harbour harvest hazel helmet herring hockey hollow honey hotel hunter igloo
    insect iron island ivory jacket jaguar jelly jewel jungle kayak kernel kettle kitchen kitten ladder lantern laundry
    lemon leopard letter lily lizard lobster locket lumber magnet mango maple marble market meadow medal melon
    mirror monkey morning motor mountain muffin museum mustard napkin needle nickel noodle nugget oasis ocean olive
    onion orange orchid otter oven oyster paddle panther paper parrot pebble pelican pencil pepper piano picnic
    pillow pilot pirate planet plaster pocket pony poplar potato powder pretzel prune pumpkin puzzle quarry quilt
    rabbit radish raven ribbon river robin rocket saddle salmon sandal saucer scooter shadow shovel silver sleigh
    socket spider spoon statue sugar summer swallow tailor temple thistle tiger tomato tractor trumpet tunnel turnip
    """.split()  # noqa: SIM905 - a table of words, not a list of strings
)
"""A word for each value of a byte."""


def aloud(digest: bytes, words: int = 8) -> tuple[str, ...]:
    """The first bytes of a digest, a word for each."""
    return tuple(WORDS[byte] for byte in digest[:words])
