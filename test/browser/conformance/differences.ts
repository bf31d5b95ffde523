export type Difference = {
  /** Why it is not the same, for the people whose pages see it. */
  readonly reason: string
  /** The parts of a case's record that differ. */
  readonly cases: Readonly<Record<string, readonly string[]>>
}

/** What a page can tell of a rule that does not match its requests. */
export const idleDifferences: readonly Difference[] = [
  {
    reason:
      'The method has to be known to find the rules for a request. It is read from the init once more, which only an init with a getter or words of its own can tell.',
    cases: {
      'methods: what a method is made of is asked for once': ['asked'],
      'uses: the order in which an init is read': ['order'],
      'uses: the order in which an init for a Request is read': ['order'],
    },
  },
  {
    reason:
      'A function tells that it is native by the Function.prototype.toString of its own window. That of another window names it without its name.',
    cases: {'uses: a fetch from a frame of the page': ['printed', 'ours']},
  },
]

const streamsUp = [
  'a stream is sent',
  'a stream in a Request',
  'a stream with a type',
  'an empty stream',
  'the stream of a Blob',
  'the stream of another answer',
  'a stream goes as PUT',
]

const comingIn = [
  'each part comes when it is sent',
  'the headers come before the body ends',
  'a stream that is cancelled',
  'one branch of a body may be ahead',
  'lines can be read as they come',
]

const named = (theme: string, titles: readonly string[], parts: readonly string[]) =>
  Object.fromEntries(titles.map(title => [`${theme}: ${title}`, parts]))

/** These wait for a part of an answer before they let the server go on with the rest. */
const wholeBody: Difference = {
  reason: 'Code is given the whole body of an answer, so nothing of it reaches the page before its end.',
  cases: {
    'aborts: during the body': ['server'],
    'aborts: during the body, seen by a reader': ['server'],
    'aborts: during the body, seen by a clone': ['server'],
    'aborts: between headers and reading': ['server'],
    'errors: a connection that is cut after the headers': ['server'],
    'errors: a connection that is cut in the body': ['first', 'server'],
    'errors: a connection that is cut in a body without a length': ['server'],
    'errors: a connection that is cut is heard by a clone': ['server'],
    ...named('streams', comingIn, ['server']),
    'streams: XHR: text is there as it comes': ['seen', 'server'],
    ...named('over-http2', comingIn, ['server']),
    'over-http2: XHR: text is there as it comes': ['seen', 'server'],
  },
}

/** With matching code rules, page and server wait for each other in these until one gives up. */
export const waitingInVain: ReadonlySet<string> = new Set([
  ...Object.keys(wholeBody.cases),
  'over-http2: an aborted upload cancels its stream',
])

/** What a page can tell of code rules that match all its requests and give back what they got. */
export const matchingDifferences: readonly Difference[] = [
  ...idleDifferences,
  wholeBody,
  {
    reason:
      'Code is given the whole body of a request, so a stream is read to its end first and then sent in one piece, which has a length and needs no HTTP/2.',
    cases: {
      'streams: a stream cannot be sent over HTTP/1.1': ['failed', 'server'],
      ...named('over-http2', streamsUp, ['response', 'text', 'server']),
      'over-http2: a stream in a Request': ['answer', 'server'],
      'over-http2: a stream of text instead of bytes fails': ['server'],
      'over-http2: a stream that fails': ['server'],
      'over-http2: a stream does not follow a redirect': ['kept', 'server'],
      'over-http2: the stream is locked and used while it is sent': ['server'],
      'over-http2: an aborted upload cancels its stream': ['same', 'server'],
    },
  },
  {
    reason:
      'The last events of an XMLHttpRequest wait for code. Events that a script sends are not trusted, and promises are settled after all their listeners.',
    cases: {
      'xhr-events: what an event says': ['said'],
      'xhr-events: a promise is settled between two listeners': ['order'],
      'xhr-events: events that the page makes itself': ['order'],
    },
  },
  {
    reason: 'The upload of an XMLHttpRequest begins when code has made its body, and tells of itself no sooner.',
    cases: {
      'xhr-aborts: right after a body is sent': ['events'],
    },
  },
]
