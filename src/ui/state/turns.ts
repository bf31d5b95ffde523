/** One after the other, each from where the one before has led: keys come faster than moves are done. */
export function createTurns(): <T>(step: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return step => {
    const mine = last.then(step, step)
    last = mine
    return mine
  }
}
