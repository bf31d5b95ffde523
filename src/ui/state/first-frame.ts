/** Nobody sees a page that is not drawn for so long, in milliseconds. */
const longest = 800

/** How to ask when what is drawn first has been painted; it is looked for from the first time on that somebody asks. */
export function createFirstFrame(): () => Promise<void> {
  let painted: Promise<void> | undefined
  const paint = () =>
    new Promise<void>(done => {
      const late = setTimeout(done, longest)
      requestAnimationFrame(() => {
        // A task right after a frame comes when that frame is on its way to the screen.
        setTimeout(() => {
          clearTimeout(late)
          done()
        })
      })
    })
  return () => (painted ??= paint())
}
