/** A service that began to answer and did not go on. */
export class Silence extends Error {}

/** The body of an answer. Rejects with `Silence` where no more of it comes for `patience` milliseconds: ky waits for its beginning only. */
export async function textOf({body}: Response, patience: number): Promise<string> {
  if (body === null) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const {done, value} = await within(reader.read(), patience).catch((error: unknown) => {
      void reader.cancel().catch(() => undefined)
      throw error
    })
    text += decoder.decode(value, {stream: !done})
    if (done) return text
  }
}

function within<T>(doing: Promise<T>, patience: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Silence()), patience)
  })
  return Promise.race([doing, silence]).finally(() => clearTimeout(timer))
}
