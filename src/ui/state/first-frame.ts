/** Milliseconds. A page that is not painted for so long is hidden. */
const maxWait = 800

/** Returns a function that resolves after the first paint. */
export function createFirstFrame(): () => Promise<void> {
  let painted: Promise<void> | undefined
  const paint = () =>
    new Promise<void>(done => {
      const late = setTimeout(done, maxWait)
      requestAnimationFrame(() => {
        // A task right after a frame runs when the frame is about to be painted.
        setTimeout(() => {
          clearTimeout(late)
          done()
        })
      })
    })
  return () => (painted ??= paint())
}
