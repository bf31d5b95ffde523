// Does nothing of its own: the tests call `chrome` here.
addEventListener('install', () => {})
