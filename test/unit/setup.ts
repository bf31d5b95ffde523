// Node 20 says of `URL.canParse`, once it is compiled, that no URL with letters beyond ASCII can be parsed; no browser does.
URL.canParse = (url, base) => {
  try {
    return new URL(url, base) instanceof URL
  } catch {
    return false
  }
}
