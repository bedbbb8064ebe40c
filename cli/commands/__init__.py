"""What the commands do, a module for those that belong together."""
