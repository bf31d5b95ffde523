/** Runs one task at a time, in the order of asking. */
export function createLock(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return task => {
    const run = last.then(task, task)
    last = run.catch(() => undefined)
    return run
  }
}
