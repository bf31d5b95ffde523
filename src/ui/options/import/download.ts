/** Gives the person a file. */
export function download(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], {type: 'application/json'}))
  link.download = name
  link.click()
  // The browser has taken it by then, however large it is.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
