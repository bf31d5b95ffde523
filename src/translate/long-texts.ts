const long = 20_000
/** A draft has mostly one text of megabytes; the tester asks other rules in between. */
const mostKnown = 4

/** Works out once what is asked of a long text again and again: a form asks at each key, and a body of megabytes takes a frame to read. */
export function onceForLong<Answer>(answerOf: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>()
  return text => {
    const answer = known.get(text) ?? answerOf(text)
    if (text.length < long || known.has(text)) return answer
    if (known.size === mostKnown) known.clear()
    known.set(text, answer)
    return answer
  }
}
