// Nothing of its own: the tests call `chrome` here.
