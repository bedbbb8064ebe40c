"""What a person sees: commands and screens."""
