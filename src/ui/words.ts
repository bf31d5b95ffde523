import type {Fault} from '../model/faults'
import {alwaysEmpty, needsFallback} from '../model/reasons'
import type {Operator, ResourceType, Source, SourceKey} from '../model/source'
import type {ProblemCode} from '../model/problems'
import type {PolicyStatus} from '../model/managed-policy'
import type {SyncFailureCode} from '../model/team'
import type {RunFailure} from '../model/rule-code'
import type {RuleType} from '../model/rules'
import {bytes, grouped, when} from './numbers'
import {code, phrase, prose, type Phrase} from './phrase'

// Every text that a person reads stands here, by place. Another language is another file with the same exports.

const count = (n: number, one: string, many = `${one}s`) => `${grouped(n)} ${n === 1 ? one : many}`
/** Characters that would turn the words around them. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g
/** A name inside a sentence: a long one would hide what the sentence says. */
export const shortened = (name: string) => {
  const said = name.replace(turning, '')
  return said.length > 40 ? `${said.slice(0, 39).trimEnd()}…` : said
}
const quoted = (name: string) => `“${shortened(name)}”`

type TypeWords = {
  readonly label: string
  /** In the menu of "New rule". */
  readonly does: string
  /** On the tile of the first run. */
  readonly tile: string
}

/** In the order of the menu of "New rule". */
export const typeWords: {readonly [T in RuleType]: TypeWords} = {
  Redirect: {label: 'Redirect', does: 'Send to another address', tile: 'Send an API to localhost'},
  Cancel: {label: 'Cancel', does: 'Stop the request', tile: 'Stop a request'},
  Replace: {label: 'Replace', does: 'Change text in the URL', tile: 'Swap text in a URL'},
  Headers: {label: 'Headers', does: 'Add, set or remove', tile: 'Add or remove headers'},
  UserAgent: {label: 'User agent', does: 'Look like another browser', tile: 'Look like a phone'},
  QueryParam: {label: 'Query parameters', does: 'Change ?a=b', tile: 'Add ?debug=1'},
  Request: {label: 'Request body', does: 'Change what is sent', tile: 'Change what is sent'},
  Response: {label: 'Response body', does: 'Change what comes back', tile: 'Mock an API response'},
  Delay: {label: 'Delay', does: 'Make it slower', tile: 'Make it slow'},
}

export const keyWords: Readonly<Record<SourceKey, string>> = {url: 'URL', host: 'Host', path: 'Path'}
/** Inside a sentence: "When host equals". */
export const keyInSentence: Readonly<Record<SourceKey, string>> = {url: 'URL', host: 'host', path: 'path'}
export const operatorWords: Readonly<Record<Operator, string>> = {
  Equals: 'equals',
  Contains: 'contains',
  Matches: 'matches regex',
  Wildcard_Matches: 'matches wildcard',
}
/** In a list, where the value shows which kind of pattern it is. */
export const operatorInList: Readonly<Record<Operator, string>> = {
  Equals: 'equals',
  Contains: 'contains',
  Matches: 'matches',
  Wildcard_Matches: 'matches',
}

export const resourceWords: Readonly<Record<ResourceType, string>> = {
  main_frame: 'page',
  sub_frame: 'frame',
  xmlhttprequest: 'fetch and XHR',
  script: 'script',
  stylesheet: 'style',
  image: 'image',
  font: 'font',
  media: 'media',
  websocket: 'WebSocket',
  ping: 'ping',
  object: 'object',
  csp_report: 'CSP report',
  webtransport: 'WebTransport',
  webbundle: 'web bundle',
  other: 'other',
}

/** The sentences of When and Does, from their variable parts. */
export const sentenceWords = {
  anyBody: 'any fetch or XHR',
  when: (rest: Phrase) => phrase`When ${rest}`,
  orMore: (rest: Phrase, more: number) => (more === 0 ? rest : phrase`${rest} or ${grouped(more)} more`),
  andMore: (rest: Phrase, more: number) => (more === 0 ? rest : phrase`${rest} and ${grouped(more)} more`),
  goesTo: (destination: string) => phrase`to ${code(destination)}`,
  goesToFile: (name: string) => phrase`to the file ${code(name)}`,
  stops: prose('stops it'),
  swaps: (from: string, to: string) => phrase`${code(from)} to ${to === '' ? 'nothing' : code(to)}`,
  addsHeader: (header: string) => phrase`adds ${code(header)}`,
  setsHeader: (header: string) => phrase`sets ${code(header)}`,
  removes: (name: string) => phrase`removes ${code(name)}`,
  poses: (name: string) => phrase`as ${name}`,
  posesAs: (userAgent: string) => phrase`as ${code(userAgent)}`,
  setsParameter: (name: string, value: string) => code(`${name}=${value}`),
  removesAll: prose('removes all'),
  sends: (kind: string, size: number) => prose(`sends ${kind}, ${bytes(size)}`),
  runsCode: prose('runs code'),
  answers: (status: number | undefined, kind: string, size: number) =>
    prose(`answers ${status === undefined ? '' : `${status}, `}${kind}, ${bytes(size)}`),
  answersBare: (status: number | undefined) => prose(`answers ${status}, no body`),
  answersByCode: (status: number | undefined) => prose(status === undefined ? 'runs code' : `answers ${status}, code`),
  waits: (milliseconds: number) =>
    prose(Number.isFinite(milliseconds) ? `waits ${grouped(milliseconds)} ms` : 'does nothing yet'),
  nothing: prose('does nothing yet'),
  json: 'JSON',
  text: 'text',
}

/** Names made from the content while nobody has typed one. */
export const nameWords: {readonly [T in RuleType]: (where: string, does: string) => string} = {
  Redirect: (where, does) => `${where} ${does}`,
  Cancel: where => `Stop ${where}`,
  Replace: (where, does) => `${does} on ${where}`,
  Headers: (where, does) => `${does} on ${where}`,
  UserAgent: (where, does) => `${where} ${does}`,
  QueryParam: (where, does) => `${does} on ${where}`,
  Request: where => `Request body of ${where}`,
  Response: where => `Response body of ${where}`,
  Delay: (where, does) => `${where} ${does}`,
}
export const unnamed = (label: string) => `${label} rule`

export const common = {
  product: 'Switchyard',
  byOrganisation: 'Set by your organisation',
  rulesOn: 'Rules on',
  newRule: 'New rule',
  newRuleMenu: 'Types of rules',
  search: 'Search rules',
  searchKey: '/',
  withKey: (what: string, key: string) => `${what} · ${key}`,
  withKeys: (name: string, keys: string) => `${name} (${keys})`,
  pinned: 'Pinned',
  groups: 'Groups',
  groupStateUnknown: 'State unknown: this service cannot list groups',
  noGroup: 'No group',
  groupSwitch: (name: string) => `Group ${name}`,
  someOn: (on: number, all: number) => `${grouped(on)} of ${grouped(all)} on`,
  someShown: (shown: number) => `, ${grouped(shown)} shown`,
  someAbove: (above: number) => `, ${grouped(above)} above`,
  rules: (n: number) => count(n, 'rule'),
  pin: (name: string) => `Pin ${name}`,
  unpin: (name: string) => `Unpin ${name}`,
  more: (name: string) => `More for ${name}`,
  untitled: 'Untitled',
  onDevice: 'On this device only',
  thisDevice: 'This device',
  team: 'Team',
  ofTeam: ' · Team',
  ofTeamSpoken: ', of the team',
  connectTeam: 'Connect a team account',
  connectTeamHint: 'With a base URL and an API key',
  paused: 'All rules are paused',
  turned: (name: string, on: boolean) => `${quoted(name)} turned ${on ? 'on' : 'off'}`,
  groupTurned: (name: string, on: boolean) => `Group ${quoted(name)} turned ${on ? 'on' : 'off'}`,
  allTurned: (on: boolean) => (on ? 'All rules turned on' : 'All rules paused'),
  pausedText: 'No request is changed, in open tabs too. Your switches below keep their state.',
  noMatch: (text: string) => `No rule matches ${quoted(text)}.`,
  trouble: 'Something is wrong',
  unreachable: 'Switchyard does not answer',
  unreachableText: 'Rules stay in force. It is asked again every few seconds.',
  tryAgain: 'Try again',
  undo: 'Undo',
  undone: (what: string) => `Undone: ${what}`,
  undonePart: (what: string) => `Undone, but for what was changed or deleted since: ${what}`,
  undoneNothing: (what: string) => `Not undone, it was changed or deleted since: ${what}`,
  dismiss: 'Dismiss',
  close: 'Close',
  unsure: 'Switchyard stopped in the middle. The page shows what holds now.',
  notDone: (reason: string) => `Not done. ${reason}`,
  gone: 'What it is about is no longer there.',
}

export const popupWords = {
  searchIn: (n: number) => `Search ${count(n, 'rule')}`,
  options: 'Open all rules',
  here: 'Applied on this tab',
  keys: {pin: 'p', menu: 'Shift F10'},
  emptyGroup: 'No rules in this group',
  closedTab: 'Browser pages cannot be changed.',
  notAllowed: 'Chrome gives access on click only: rules change nothing on a site that you have not allowed.',
  toPermissions: 'Permissions',
  activity: 'Activity',
  clearFilters: 'Clear filters',
  found: (n: number) => count(n, 'rule'),
  foundKeys: '↑↓ move · Space switch · Enter edit',
  problems: (n: number, first: string) => (n === 1 ? first : `${n} problems · ${first}`),
  /** When Chrome answered; null where no answer is about this page. */
  asOf: (at: number | null) =>
    `${at === null ? 'Not all is known' : `As of ${when(at, Date.now())}`}. Chrome limits how often this can be checked. Click to refresh.`,
  /** Without a number where Chrome does not report requests. */
  acted: (requests: number | null, does: string) =>
    `${requests === null ? 'Applied' : count(requests, 'request')} · ${does}`,
  overridden: (name: string) => `Overridden by ${quoted(name)}`,
  noRequest: (value: string, isWhole: boolean) => `No request ${isWhole ? 'to' : 'matching'} ${value} on this page`,
  noRequestOf: (conditions: number) => `No request on this page matches its ${grouped(conditions)} conditions`,
  noFetch: 'No fetch or XHR on this page',
  filtered: {
    requestMethod: 'Method filter: open Activity to check',
    requestPayload: 'Payload filter: open Activity to check',
    resourceType: 'No request of its type on this page',
    pageDomains: 'Page filter: not for this page',
  },
  idleReasons: {
    reload: 'Reload the page',
    unknown: 'Not known: open Activity to check',
    'nothing-to-change': 'Nothing to change in the URL',
  },
  idle: (n: number) =>
    n === 0
      ? 'Off by now, or have acted since'
      : n === 1
        ? '1 rule is on but did nothing here'
        : `${grouped(n)} rules are on but did nothing here`,
  firstTitle: 'Make your first rule',
  firstText: 'A rule changes requests of the pages you open.',
  first: [
    ['Redirect', 'Send an API to localhost'],
    ['Headers', 'Add a header to requests'],
    ['Response', 'Mock an API response'],
    ['Delay', 'Make a request slow'],
  ] as const satisfies readonly (readonly [RuleType, string])[],
  allTypes: 'All nine types',
  importRules: 'Import rules',
  importHint: 'ModHeader, Requestly, Redirector, HAR and more',
  firstPaused: 'A rule that you make changes nothing until you turn “Rules on” on.',
}

/** In the menu of a row. */
export const popupMenuWords = {
  edit: 'Edit',
  duplicate: 'Duplicate',
  pin: 'Pin',
  unpin: 'Unpin',
  delete: 'Delete',
  keys: {edit: 'Enter', duplicate: 'd', pin: 'p', delete: 'Del'},
}

/** The sentence of what a rule does, with nothing left out. */
export const fullWords = {
  header: {Add: 'adds', Modify: 'sets', Remove: 'removes'},
  removesAll: 'removes all',
  /** Between what one condition does and what another one does. */
  or: ' or ',
} as const

type ProblemWords = {
  /** One word or two for a row. */
  readonly word: string
  readonly title: string
  /** Instead of the title, where it names something of the problem. */
  readonly titled?: (says: Readonly<Record<string, string | number>>) => string
  readonly sentence: (says: Readonly<Record<string, string | number>>) => string
}

const leftOut = 'Left out'
const inPart = 'Works in part'
/** Instead of the words of what is left out, where it is one condition of several. */
export const partlyLeftOut = (condition: number, title: string) => ({
  word: inPart,
  title: `Condition ${condition} is ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
})
/** Only worth knowing: in a list the time stands where a word would. */
const noWord = ''
const ended = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)
const said = (value: string | number | undefined, otherwise: string) =>
  value === undefined || value === '' ? otherwise : typeof value === 'number' ? grouped(value) : value

const rewrite = 'Write it in another way, or use a wildcard.'
/** Chrome gives its reasons in code. */
const chromeRefusals: ReadonlyMap<string, string> = new Map([
  ['syntaxError', `It uses something that Chrome cannot look for, such as a look-ahead of a regex. ${rewrite}`],
  ['memoryLimitExceeded', 'This is too long or too complex for Chrome. Shorten it, or make it simpler.'],
])

/** Which part of a rule Chrome means, by the name that it has in Chrome's own rules. */
const refusedParts: readonly (readonly [RegExp, string])[] = [
  [/redirect|substitution/i, 'its destination'],
  [/filter/i, 'what it looks for'],
  [/header/i, 'one of its headers'],
  [/domain/i, 'one of its domains'],
  [/method/i, 'one of its methods'],
]
const refusedPartOf = (reason: string): string =>
  refusedParts.find(([name]) => name.test(reason))?.[1] ?? 'a part of it'

/** What rule code did wrong, as a sentence without its end; `detail` is the engine's own words or the kind of a value. */
const codeFailureWords: Readonly<Record<RunFailure['why'], (detail: string) => string>> = {
  syntax: detail => detail,
  threw: detail => detail,
  'not-a-function': () => 'The code is not a function',
  nothing: () => 'The code returned nothing',
  'not-sendable': detail =>
    `The code returned ${detail === 'Cycle' ? 'a value that refers to itself' : `a ${detail}`}, which cannot be sent`,
  'too-large': () => 'The code returned more than 8 MB',
  'too-long': () => 'The code ran for 5 s and was stopped',
  unfinished: () => 'The response did not end within 5 s, so the code did not run',
  state: detail =>
    `$sharedState can hold text, numbers, lists and plain objects only; ${detail === 'Cycle' ? 'it refers to itself' : detail}`,
  'state-too-large': () => '$sharedState would be over 1 MB, so it stays as it was',
  unreachable: () => 'The code could not be run. Reload the page',
}

export const codeFailed = (why: RunFailure['why'], detail: string, line?: number): string =>
  ended(`${codeFailureWords[why](detail)}${line === undefined ? '' : `, line ${line}`}`)

export const problemWords: Readonly<Record<ProblemCode, ProblemWords>> = {
  'regex-syntax': {
    word: leftOut,
    title: 'Left out: the regex cannot be read',
    sentence: says => ended(said(says['reason'], 'The pattern has a mistake in it.')),
  },
  'regex-refused': {
    word: leftOut,
    title: 'Left out: Chrome cannot look for this',
    sentence: says => {
      const reason = said(says['reason'], '')
      return chromeRefusals.get(reason) ?? `${ended(reason || 'Chrome does not support it.')} ${rewrite}`
    },
  },
  'regex-in-part': {
    word: inPart,
    title: 'Works in part',
    sentence: ({because, reason, works}) =>
      reason === needsFallback
        ? `${needsFallback}, so it applies to ${works}, not to images, scripts and other requests.`
        : // Where it is no code, it is a sentence of ours.
          `${because || !reason || chromeRefusals.has(String(reason)) ? `Chrome refuses this regex${because ? ` (${because})` : ''}.` : ended(String(reason))} It still works for ${works ?? 'fetch and XHR'}.${String(works).includes('open') ? ' Sandboxed frames that it may mean stay empty.' : ''}`,
  },
  'never-matches': {
    word: 'Never matches',
    title: 'Left out: no request can match',
    sentence: says =>
      says['because'] === 'file'
        ? 'Chrome opens a file only in the address bar, which these filters leave out.'
        : said(says['reason'], 'No address looks like this value. Check the key and the operator.'),
  },
  'fragment-too': {
    word: inPart,
    title: 'Works in part',
    sentence: () => 'Chrome compares the address with its #fragment here, so an address with one may be missed.',
  },
  'over-limit': {
    word: 'Over limit',
    title: 'Over Chrome’s limit',
    sentence: says =>
      `The first ${said(says['limit'], 'few')} ${said(says['kind'], 'browser')} rules are in force${
        says['number'] === undefined ? '' : `; this is number ${said(says['number'], '')}`
      }. Move it up or turn others off.`,
  },
  loop: {
    word: leftOut,
    title: 'Left out: it would go round in circles',
    sentence: says => said(says['chain'], 'Its destination leads back to itself.'),
  },
  'refused-by-browser': {
    word: leftOut,
    title: 'Left out: Chrome refuses this rule',
    sentence: says =>
      `Chrome does not take ${refusedPartOf(said(says['reason'], ''))}. Change it, and save again. Other rules are not affected.`,
  },
  'too-many-parts': {
    word: leftOut,
    title: 'Left out: too many parts',
    sentence: says =>
      `It needs more browser rules than there is room for: one rule can become at most ${said(says['limit'], '1,024')}, and the list can be full. Split it into several, or delete rules.`,
  },
  'payload-filter': {
    word: leftOut,
    title: 'Left out: it looks at the payload',
    sentence: () =>
      'Chrome cannot read what a request sends, so a payload filter cannot be honoured here. Remove it to use this rule.',
  },
  'payload-in-part': {
    word: inPart,
    title: 'Works in part',
    sentence: () => 'A payload filter can be read on fetch and XHR only; other requests are left alone.',
  },
  'unknown-filter': {
    word: inPart,
    title: 'Works in part: an unknown filter',
    sentence: says =>
      `Chrome does not know ${says['value'] === undefined ? 'a filter of this condition' : quoted(said(says['value'], ''))}; that part of the filter is left aside.`,
  },
  'in-page-only': {
    word: leftOut,
    title: 'Left out: not for these requests',
    sentence: says =>
      says['because'] === 'status'
        ? 'Any other status than 200 is for fetch and XMLHttpRequest alone, and the filters leave those out.'
        : 'Inside the page only fetch and XMLHttpRequest can be reached, and the filters leave those out.',
  },
  'frame-text': {
    word: noWord,
    title: 'Chrome itself may end',
    sentence: () => 'It does where the Content-Security-Policy of a page keeps such a frame out.',
  },
  'not-in-workers': {
    word: noWord,
    title: 'Workers read the browser’s own name',
    sentence: () => 'Reload open pages. Workers send this user agent, but read the browser’s own.',
  },
  'fetch-only': {
    word: inPart,
    title: 'Works for fetch and XMLHttpRequest',
    sentence: says =>
      says['because'] === 'status'
        ? 'Pages, frames, scripts, styles and images can only be answered with status 200, so they are left alone.'
        : says['because'] === 'size'
          ? 'Pages, frames, scripts, styles and images can only be answered with up to 2 MB, so they are left alone.'
          : 'Chrome cannot look for this, so other requests are left alone.',
  },
  'delay-in-part': {
    word: inPart,
    title: 'Not every request can wait',
    sentence: () =>
      'fetch, XMLHttpRequest, and pages and frames that are opened wait. Scripts, styles, images, sandboxed frames, form posts, workers and WebSockets cannot.',
  },
  destination: {
    word: leftOut,
    title: 'Left out: the destination is not an address',
    sentence: ({missing, groups}) =>
      missing === undefined
        ? 'Write a whole address, such as https://shop.test/.'
        : alwaysEmpty(Number(missing), Number(groups), 'condition'),
  },
  'empty-capture': {
    word: inPart,
    title: 'Works in part',
    sentence: ({missing = 1, groups = 0, pattern}) =>
      alwaysEmpty(Number(missing), Number(groups), pattern === 'regex' ? 'regex' : 'condition'),
  },
  'file-missing': {
    word: leftOut,
    title: 'Left out: no file',
    sentence: () => 'The rule holds no file to answer with. Choose the file again.',
  },
  'file-too-large': {
    word: leftOut,
    title: 'Left out: the file is too large',
    sentence(says) {
      const size = typeof says['size'] === 'number' ? bytes(says['size']) : '2 MB'
      // Rounded it may come to just that.
      return `It takes ${size === '2 MB' ? 'more than 2 MB' : size} as part of an address, and Chrome takes up to 2 MB.`
    },
  },
  'file-access-off': {
    word: leftOut,
    title: 'Left out: files cannot be read',
    sentence: () =>
      'Turn on “Allow access to file URLs” in Chrome’s details of this extension, or choose the file here.',
  },
  'file-navigations-only': {
    word: inPart,
    title: 'Works in part',
    sentence: () =>
      'A file path is read again for each page that you open in the address bar. Choose the file here to answer requests of all kinds.',
  },
  'header-name': {
    word: leftOut,
    title: 'Left out: a header name is not valid',
    sentence: says => said(says['reason'], `${quoted(said(says['header'], 'It'))} cannot be a header name.`),
  },
  'header-value': {
    word: leftOut,
    title: 'Left out: a header value is not valid',
    sentence: says => said(says['reason'], 'A header value cannot hold a line break.'),
  },
  'query-spelling': {
    word: inPart,
    title: 'Works in part',
    sentence: says =>
      says['param'] === undefined || says['written'] === undefined
        ? 'Chrome finds this parameter in one spelling only.'
        : `Chrome finds ${said(String(says['param']), '')} only where the address spells it ${said(String(says['written']), '')}.`,
  },
  'append-sets': {
    word: noWord,
    title: 'Sets instead of adding',
    sentence: says => `Chrome cannot append to the request header ${said(says['header'], '')}, so it is set.`,
  },
  'to-itself': {
    word: noWord,
    title: 'Leads to where it starts',
    sentence: () => 'The destination is the very address that is asked for, so nothing changes.',
  },
  'empty-change': {
    word: leftOut,
    title: 'Left out: nothing to change',
    sentence: () => 'The condition says no change. Add one.',
  },
  'code-failed': {
    word: 'Code failed',
    title: 'Code failed',
    titled: ({at}) => {
      if (at === undefined) return 'Code failed'
      const time = when(Number(at), Date.now())
      return `Code failed ${time.includes(':') ? 'at' : 'on'} ${time}`
    },
    sentence: ({why, message, line, kind}) => {
      const left = kind === 'request' ? 'The request was sent unchanged.' : 'The response was left as it was.'
      const number = typeof line === 'number' ? line : undefined
      if (why === undefined) return `The code gave nothing to send. ${left}`
      return `${codeFailed(why as RunFailure['why'], String(message), number)} ${left}`
    },
  },
  hidden: {
    word: 'Overridden',
    title: 'Overridden',
    sentence({by, header, waits}) {
      const other = by === undefined ? 'Another rule' : quoted(String(by))
      if (header !== undefined) return `${other} acts first and changes ${String(header)} already.`
      const first = waits === undefined ? 'acts first' : `waits longer (${grouped(Number(waits))} ms)`
      return `${other} ${first} on every request that this rule matches.`
    },
  },
  'content-type': {
    word: inPart,
    title: 'Works in part',
    sentence: says =>
      said(says['reason'], 'The content type is guessed; requests that expect another one may refuse the answer.'),
  },
  'no-picture': {
    word: leftOut,
    title: 'Left out: the body is no picture or font',
    sentence: () => 'Write SVG or a data: URL for images, and a data: URL for fonts.',
  },
}

/** Parts of a record whose own names say nothing to people: of all of them, and of one. */
const recordWords: Readonly<Record<string, readonly [all: string, one: string]>> = {
  pairs: ['conditions', 'condition'],
  modifications: ['changes', 'change'],
  filters: ['filters', 'filter'],
  ruleType: ['type', 'type'],
  objectType: ['kind of record', 'kind of record'],
  groupId: ['group', 'group'],
}
const partOfRecord = (step: string): string => {
  const [, name = step, index] = /^([^[]*)(?:\[(\d+)\])?$/.exec(step) ?? []
  const spaced = name.replace(/(?!^)[A-Z]/g, big => ` ${big.toLowerCase()}`)
  const [all, one] = recordWords[name] ?? [spaced, spaced]
  return index === undefined ? all : `${one} ${Number(index) + 1}`
}
/** Where something is wrong in a record: `pairs[0].source.value` as “Condition 1, source, value:”. */
export const recordPlace = (path: string): string => {
  const place = path.split('.').map(partOfRecord).join(', ')
  return place === '' ? '' : `${place.charAt(0).toUpperCase()}${place.slice(1)}:`
}

export const unreadable = {
  word: 'Unreadable',
  title: 'Set aside',
  sentence: (reasons: string) => `${reasons} It is kept as it came; other rules are not affected.`,
  show: 'Show record',
  hide: 'Hide record',
}

/** The pages of the shell. */
export const placeWords = {
  rules: 'Rules',
  groups: 'Groups',
  activity: 'Activity',
  transfer: 'Import & export',
  account: 'Account',
  settings: 'Settings',
}

export const shellWords = {
  title: (page: string) => `${page} · ${common.product}`,
  skip: 'Skip to the content',
  toSettle: 'Something to settle',
  notLoaded: 'This page did not load',
  notLoadedText: 'Switchyard may have been updated meanwhile. Reload, and it is there again; drafts are kept.',
  reload: 'Reload',
  nowhere: 'Nothing is here',
  noRule: 'This rule is not here',
  nowhereText: 'It may have been moved to trash.',
  toRules: 'All rules',
}

/** Between this device and the team. */
export const copyWords = {
  quoted,
  copyTo: (team: boolean) => (team ? 'Copy to Team' : 'Copy to this device'),
  copied: (what: string, n: number, team: boolean) =>
    `${what} copied to ${team ? 'Team' : 'this device'}, the ${n === 1 ? 'copy is' : 'copies are'} off`,
}

type Progress = {readonly come: number; readonly total: number} | null

/** The state of the team account in one line. */
export const syncLineWords = {
  syncing: (progress: Progress) =>
    progress === null ? 'Syncing' : `Syncing ${grouped(progress.come)} of ${grouped(progress.total)}`,
  // Always in the plural: tests and scripts of people wait for just this.
  synced: (rules: number, time: string) => `Synced ${grouped(rules)} rules · ${time}`,
  notYet: 'Not synced yet',
  enterKey: 'API key rejected · enter a new one',
  received: (part: number, total: number) => `${grouped(part)} of ${count(total, 'rule')} received`,
  conflicts: (n: number) => count(n, 'conflict'),
  questions: (n: number) => count(n, 'question'),
  parked: (n: number) => `${count(n, 'change')} could not be sent`,
  withWaiting: (what: string, n: number) =>
    n === 0 ? what : `${what} · ${count(n, 'change')} ${n === 1 ? 'waits' : 'wait'}`,
  failed: {
    key: 'API key not accepted · trying again',
    storage: 'Not synced: no room in the browser',
    refused: 'Not synced: the server refuses',
    unreachable: 'Offline',
    timeout: 'Not synced: no answer',
    redirected: 'Not synced: the server leads elsewhere',
    'not-json': 'Not synced: not a rule server',
    'too-many-requests': 'The server asks to slow down',
    server: 'Not synced: the server failed',
    unexpected: 'Not synced',
  } satisfies Readonly<Record<SyncFailureCode, string>>,
}

export const accountWords = {
  title: 'Account',
  url: 'Base URL',
  urlHint: 'https://rules.shop.test',
  key: 'API key',
  keyHint: (end: string) => `••••••••${end}`,
  reveal: 'Show what is typed',
  connect: 'Connect',
  connectAnyway: 'Connect anyway',
  connecting: 'Connecting',
  connectingText: 'Asking the server',
  noUrl: 'Enter the address of your team’s server, such as https://rules.shop.test.',
  noKey: 'Enter the API key that your team gave you.',
  notConnected: 'Not connected',
  notConnectedText: 'Rules are kept on this device only',
  refused: 'Not connected',
  plainTitle: 'This connection is not encrypted',
  plainText:
    'With http:// everybody on the way can read the API key and the rules. Write https:// where the server has it.',
  syncing: 'Syncing',
  progress: (progress: Progress) =>
    progress === null ? 'Asking for changes' : `${grouped(progress.come)} of ${count(progress.total, 'rule')}`,
  /** Spoken; nothing before the first quarter. */
  quarter: (quarters: number, total: number) =>
    quarters === 0 ? '' : `${quarters * 25} % of ${count(total, 'rule')} synced`,
  stop: 'Stop',
  syncNow: 'Sync now',
  disconnect: 'Disconnect',
  newKey: 'Enter a new key',
  cancel: 'Cancel',
  looksAgain: (minutes: number) => `Looks again every ${minutes === 1 ? 'minute' : count(minutes, 'minute')}`,
  missingInForce: 'Rules that are missing from the list stay in force',
  inForce: 'Rules stay in force',
  enterKey: 'Enter a new key. Rules stay in force, nothing is sent',
  keyTriedAgain: (again: string) => `${again}. Rules stay in force`,
  waitInForce: (n: number) =>
    n === 0 ? 'Rules stay in force' : `${count(n, 'change')} ${n === 1 ? 'waits' : 'wait'}; rules stay in force`,
  toAnswer: (n: number) => `${count(n, 'question')} to answer`,
  toSettle: (conflicts: number) => `${count(conflicts, 'conflict')} to settle`,
  couldNotBeSent: (n: number) => `${count(n, 'change')} could not be sent`,
  waits: (n: number) => `${count(n, 'change')} ${n === 1 ? 'waits' : 'wait'}`,
  triesAgain: (seconds: number) =>
    seconds <= 0
      ? 'Tries again now'
      : `Tries again in ${seconds < 90 ? `${seconds} s` : count(Math.round(seconds / 60), 'minute')}`,
  failed: {
    key: 'The service did not accept the API key',
    storage: 'The browser has no room for the rules',
    refused: 'The server refuses to list the rules',
    unreachable: 'Offline',
    timeout: 'The server does not answer',
    redirected: 'The server leads to another address',
    'not-json': 'This is not a rule server',
    'too-many-requests': 'The server asks to slow down',
    server: 'The server has failed',
    unexpected: 'The sync has failed',
  } satisfies Readonly<Record<SyncFailureCode, string>>,
  about: 'The team’s rules',
  fromTeam: 'Rules from the team',
  fromTeamText: (on: number, groups: number) =>
    `${grouped(on)} on${groups === 0 ? '' : `, in ${count(groups, 'group')}`}. They act like rules made here.`,
  code: 'Code rules',
  codeText: (n: number) =>
    n === 0 ? 'No rule of the team runs code.' : 'Written by your team; they run without network or page access.',
  waiting: 'Waiting to be sent',
  waitingText: (n: number) =>
    n === 0
      ? 'Every change made here has reached the team.'
      : 'They are in force here, and are sent with the next sync.',
  parked: 'Could not be sent',
  parkedNone: 'The server has taken every change.',
  parkedText: (name: string, reason: string, more: number) =>
    `${quoted(name)}: ${reason}${more === 0 ? '' : ` And ${grouped(more)} more.`}`,
  parkedReason: (status: number, message: string) =>
    message === ''
      ? `the server answers ${status} and gives no reason.`
      : `the server answers ${status}, ${ended(message)}`,
  conflicts: 'Conflicts',
  noConflicts: 'Nobody changed the same field at the same time.',
  someConflicts: 'The same field was changed here and by the team.',
  hidden: 'Deleted here',
  hiddenText: (on: number) =>
    on === 0
      ? 'Your server cannot delete: they are hidden here, and switched off for the team.'
      : `Your server cannot delete: they are hidden here. The team has switched ${grouped(on)} on again.`,
  onAgain: 'on for the team',
  unnamed: 'Left out',
  unnamedText: 'These records of the team have no id that they could be asked for by, so they cannot be kept.',
  tooDeep: 'Nested too deep',
  tooDeepText: 'These records of the team have more lists and objects within each other than a browser can keep.',
  show: 'Show',
  hide: 'Hide',
  review: 'Review',
  settle: 'Settle',
  actionNamed: (action: string, what: string) => `${action}: ${what.toLowerCase()}`,
  waitsFor: {create: 'made here', update: 'changed here', delete: 'deleted here'},
  waitsAgain: (what: string, problem: string) => `${what}. ${ended(problem)} Tried again later.`,
  group: 'group',
  edit: 'Edit',
  editNamed: (name: string) => `Edit ${name}`,
  tryAgain: 'Try again',
  tryAgainNamed: (name: string) => `Try again: ${name}`,
  drop: 'Drop my change',
  dropNamed: (name: string) => `Drop my change: ${name}`,
  dropped: (name: string) => `Your change of ${quoted(name)} dropped, the team’s version holds`,
  askedTitle: (rules: number) =>
    rules === 0 ? 'Disconnect from the team?' : `What becomes of the ${count(rules, 'rule')} of the team?`,
  unsent: (n: number) =>
    `${count(n, 'change')} made here ${n === 1 ? 'has' : 'have'} not reached the team, and will not. What was changed stays on this device.`,
  askedText: 'The team keeps its own. The API key is forgotten here.',
  keepCopy: (rules: number) => `Keep a copy of the ${count(rules, 'rule')} on this device`,
  remove: 'Remove them',
  disconnected: 'Disconnected',
  keptCopies: (rules: number) => `Disconnected, ${count(rules, 'rule')} kept on this device`,
  removed: 'Disconnected, the team’s rules moved to trash',
  keyStays: 'The key stays in this browser. It is never in an export, a log or an address.',
}

export const conflictWords = {
  yoursHolds: 'Until you choose, your version is in force here',
  about: (clashes: number, merged: number) =>
    `${count(clashes, 'field')} changed on both sides${merged === 0 ? '' : `, ${grouped(merged)} merged`}`,
  fold: (name: string) => `Fields of ${name}`,
  yours: 'Yours',
  theirs: (name: string) => (name === '' ? 'Team’s' : `${name}’s`),
  at: (time: string) => (time.includes(':') ? `today ${time}` : time),
  allMine: 'All mine',
  allTheirs: (name: string) => (name === '' ? 'All theirs' : `All ${name}’s`),
  keepBoth: (isRule: boolean) => `Keep both as two ${isRule ? 'rules' : 'groups'}`,
  keepSelected: 'Keep selected',
  toTrash: 'The other version goes to Trash.',
  chooseFirst: 'Choose a version of each field.',
  mergedBy: {mine: 'changed by you only. Merged.', theirs: 'changed by the team only. Merged.'},
  merged: (value: string, by: string) => `${value}, ${by}`,
  nothing: 'nothing',
  deletedThere: 'Deleted by the team, changed here',
  deletedHere: 'Changed by the team, deleted here',
  deleteHere: 'Delete here too',
  keepAndSend: 'Keep and send again',
  deleteThere: 'Delete for the team too',
  takeTheirs: 'Take the team’s version',
  settled: (name: string) => `${quoted(name)} settled`,
  pinned: (on: boolean) => (on ? 'Pinned' : 'Not pinned'),
  fields: {
    name: 'Name',
    description: 'Description',
    status: 'Status',
    groupId: 'Group',
    isFavourite: 'Pin',
    ruleType: 'Type',
    when: 'When',
    does: 'Does',
    whenAndDoes: 'When and does',
  } as Readonly<Record<string, string>>,
  headerValue: (change: Phrase, value: string) => phrase`${change}: ${code(value)}`,
  inAnswer: (change: Phrase) => phrase`${change} in the answer`,
  posesAs: (userAgent: string) => phrase`as ${code(userAgent)}`,
  filter: (rest: Phrase, name: string, value: Phrase) => phrase`${rest} · ${name} ${value}`,
}

export const questionWords = {
  title: 'Questions',
  waits: 'Your version is in force here, and waits for your answer',
  isSame: (isRule: boolean) => `Is this the ${isRule ? 'rule' : 'group'} you created?`,
  listIncomplete: 'It may be on the server already: the server does not list all records',
  onService: 'On the server',
  sameRecord: (isRule: boolean) => `Yes, same ${isRule ? 'rule' : 'group'}`,
  createMine: 'No, create mine',
  createAgain: 'Create it again',
  answered: (name: string) => `${quoted(name)} answered`,
}

/** What a screen reader hears of dragging. */
export const dragWords = {
  begun: (name: string) => `Moving ${quoted(name)}`,
  cancelled: (name: string) => `${quoted(name)} stays where it is`,
}

export const rulesWords = {
  groupGone: 'deleted',
  title: 'Rules',
  search: 'Search name, URL or value',
  noMatchOfFilters: 'No rule matches these filters.',
  clearFilters: 'Clear filters',
  type: 'Type',
  group: 'Group',
  status: 'Status',
  any: (name: string) => `Any ${name.toLowerCase()}`,
  on: 'On',
  off: 'Off',
  problems: (n: number) => count(n, 'problem'),
  side: 'Where rules are kept',
  sides: {
    all: (n: number) => `All ${grouped(n)}`,
    device: (n: number) => `This device ${grouped(n)}`,
    team: (n: number) => `Team ${grouped(n)}`,
  },
  codeRules: 'Code rules',
  order: 'Upper rules win',
  orderHelp:
    'Between rules of one type the upper one wins, of Delays the longest. Between types the order is fixed: Cancel, Delay, Redirect, Response, Replace, Query parameters; Headers and User agent always join in.',
  trash: 'Trash',
  trashHolds: (n: number) => (n === 0 ? 'Trash' : `Trash, ${grouped(n)} in it`),
  name: 'Name',
  when: 'When',
  does: 'Does',
  lastApplied: 'Last applied',
  ruleType: 'Type',
  selected: 'Selected',
  grid: 'Rules',
  emptyGroup: 'Drag rules here, or choose this group in a rule.',
  edit: 'Edit',
  duplicate: 'Duplicate',
  pin: 'Pin',
  unpin: 'Unpin',
  moveUp: 'Move up',
  moveDown: 'Move down',
  delete: 'Delete',
  deleteNamed: (name: string) => `Delete ${name}`,
  drag: 'Drag to move · Alt ↑ ↓',
  keyOf: {
    edit: 'Enter',
    duplicate: 'd',
    pin: 'p',
    select: 'x',
    moveUp: 'Alt ↑',
    moveDown: 'Alt ↓',
    menu: 'Shift F10',
    delete: 'Del',
  },
  select: 'Select',
  unselect: 'Unselect',
  selectNamed: (name: string) => `Select ${name}`,
  selection: 'Selected rules',
  someSelected: (n: number) => `${grouped(n)} selected`,
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  export: 'Export',
  moveToGroup: 'Move to group',
  newGroup: 'New group',
  newGroupName: 'Name of the new group',
  createAndMove: 'Create and move',
  cancel: 'Cancel',
  clearSelection: 'Clear selection',
  unsavedChanges: 'Unsaved changes',
  notWhileFiltered: 'Not moved: a filter hides part of the order. Clear it first.',
  neverApplied: 'Never',
  yesterday: 'Yesterday',
  /** The browser cannot say. */
  unknownApplied: '–',
  firstTitle: 'Change live traffic, one rule at a time',
  firstTemplate: 'Start from a template',
  firstTemplateHint: 'CORS, mocks, localhost, devices and others',
  fromTemplate: 'From a template',
  fromTemplateHint: 'CORS, mocks, devices and more',
  firstImport: 'Import a file',
  firstImportHint: 'From ModHeader, Requestly, Charles, a HAR recording and others',
  firstText: 'A rule says which requests it is for and what happens to them. It works at once, in every tab.',
}

/** Of what was done to rules, in toasts. */
export const ruleStepWords = {
  quoted,
  switched: (what: string, on: boolean) => `${what} turned ${on ? 'on' : 'off'}`,
  pinnedNow: (what: string, pinned: boolean) => `${what} ${pinned ? 'pinned' : 'unpinned'}`,
  movedMany: (n: number, group: string, first: number, of: number) =>
    `${count(n, 'rule')} moved to places ${grouped(first)}–${grouped(first + n - 1)} of ${grouped(of)} in ${group}`,
  copyOf: (name: string) => `${name} copy`,
  copied: (name: string) => `${quoted(name)} duplicated, the copy is off`,
  deleted: (what: string) => `${what} moved to trash`,
  moved: (name: string, group: string, place: number, of: number) =>
    `${quoted(name)} moved to place ${grouped(place)} of ${grouped(of)} in ${group}`,
}

export const groupsWords = {
  title: 'Groups',
  newGroup: 'New group',
  create: 'Create group',
  created: (name: string) => `Group ${quoted(name)} created`,
  nameless: 'Give the group a name.',
  emptied: (name: string) => `Give the group a name. Esc brings ${quoted(name)} back.`,
  notRenamed: 'This name is not kept yet. Enter keeps it, Esc brings the old one back.',
  name: (name: string) => `Name of ${name}`,
  row: (name: string, rules: number, on: boolean) => `${name}, ${count(rules, 'rule')}, ${on ? 'on' : 'off'}`,
  moveUp: 'Move up',
  moveDown: 'Move down',
  delete: 'Delete',
  renamed: (before: string, name: string) => `${quoted(before)} renamed to ${quoted(name)}`,
  pinned: (name: string, on: boolean) => `${quoted(name)} ${on ? 'pinned' : 'unpinned'}`,
  moved: (name: string, place: number, of: number) =>
    `${quoted(name)} moved to place ${grouped(place)} of ${grouped(of)}`,
  deleted: (name: string, rules: number) =>
    rules === 0
      ? `Group ${quoted(name)} moved to trash`
      : `Group ${quoted(name)} moved to trash, its ${count(rules, 'rule')} ${rules === 1 ? 'has' : 'have'} no group now`,
  rulesToo: (rules: number) => (rules === 1 ? 'Delete its rule too' : `Delete its ${count(rules, 'rule')} too`),
  rulesDeleted: (rules: number) => `${count(rules, 'rule')} moved to trash`,
  emptyTitle: 'No groups yet',
  emptyText: 'A group switches several rules with one switch.',
}

export const trashWords = {
  title: 'Trash',
  back: 'Back to the rules',
  about: 'What is deleted stays here for 30 days.',
  empty: 'Trash is empty.',
  unread: 'Trash could not be read',
  emptyAll: 'Empty trash',
  emptied: (n: number) => `${grouped(n)} deleted for good`,
  name: 'Name',
  type: 'Type',
  from: 'From',
  deleted: 'Deleted',
  /** Before the time, where there is no room for the heads of the columns. */
  deletedOn: 'deleted',
  left: 'Left',
  daysLeft: (days: number) => `${count(days, 'day')} left`,
  group: 'Group',
  unknown: 'Unreadable',
  restore: 'Restore',
  restoredToNoGroup: (name: string, group: string) =>
    `${quoted(name)} restored without a group: ${quoted(group)} is gone`,
  actions: 'Actions',
  restored: (name: string) => `${quoted(name)} restored`,
  gone: (name: string) => `${quoted(name)} is no longer in trash. It was restored or deleted for good.`,
  restoreNamed: (name: string) => `Restore ${name}`,
  purge: 'Delete for good',
  purgeNamed: (name: string) => `Delete for good: ${name}`,
  purged: (name: string) => `${quoted(name)} deleted for good`,
}

const verdictWords = {
  complete: 'Complete',
  changed: 'Changed',
  'already-here': 'Already here',
  refused: 'Refused',
}

/** Bringing rules along from other tools, and taking them out. */
export const importWords = {
  title: 'Import & export',
  choose: 'Import file',
  pasted: 'Pasted text',
  oneAtATime: (name: string) => `One file at a time: ${quoted(name)} is read`,
  startTitle: 'Bring your rules along',
  startText:
    'Choose a file, drop it here, or paste what you copied. You see what becomes of each rule before anything is added.',
  formats: [
    'Switchyard',
    'Requestly',
    'ModHeader',
    'Redirector',
    'Header Editor',
    'Resource Override',
    'SimpleModifyHeaders',
    'inssman',
    'Charles (XML)',
    'HAR recordings',
    'cURL commands',
  ],
  paste: 'Or paste',
  pasteHint: 'JSON, XML or cURL commands',
  look: 'Look at it',
  startHint: 'Nothing leaves this browser. Rules with code arrive switched off.',
  reading: (name: string) => `Reading ${shortened(name)}`,
  stop: 'Stop',
  notRead: (name: string) => `${shortened(name)} cannot be read`,
  nothingAdded: 'Nothing was added.',
  stopped: 'Stopped. Nothing was added.',
  fileSays: (format: string, records: number, groups: number) =>
    `${format}, ${count(records, 'rule')}${groups > 0 ? ` in ${count(groups, 'group')}` : ''}`,
  into: 'Into',
  results: 'Results',
  verdicts: verdictWords,
  counted: (verdict: keyof typeof verdictWords | 'all', n: number) =>
    `${verdict === 'all' ? 'All' : verdictWords[verdict]} ${grouped(n)}`,
  chooseAll: 'All that are shown',
  records: 'Rules of the file',
  wanted: (name: string) => `Add ${name}`,
  sameAs: (name: string) => `Same as ${quoted(name)}`,
  reason: (at: string, reason: string, more: number) =>
    `${at === '' ? '' : `${at}: `}${reason}${more > 0 ? ` And ${grouped(more)} more.` : ''}`,
  noteAt: (fault: Fault) => `${fault.path === '' ? '' : `${fault.path}: `}${importWords.note(fault)}`,
  note: (fault: Fault) => (fault.code === 'switched-off' ? `${fault.reason} So it arrives off.` : fault.reason),
  at: (place: string) => `In the file at ${place}`,
  becomes: 'What it becomes',
  code: 'Code',
  codeComesOff: 'It runs code, so it arrives switched off. Read it before you switch it on.',
  show: 'Show',
  showNamed: (name: string) => `Show ${name}`,
  willAdd: (n: number) =>
    n === 0
      ? 'Choose what to add.'
      : `${count(n, 'rule')} will be added, on or off as in the file. Nothing here is overwritten.`,
  cancel: 'Cancel',
  add: (n: number) => `Add ${count(n, 'rule')}`,
  adding: (n: number) => `Adding ${count(n, 'rule')}…`,
  addGroups: (n: number) => `Add ${count(n, 'group')}`,
  groups: (n: number) => count(n, 'group'),
  willAddGroups: (n: number) => `${count(n, 'group')} with no rules in ${n === 1 ? 'it' : 'them'} will be added.`,
  added: (what: string) => `${what} added`,
  export: 'Export',
  exportButton: 'Export…',
  allRules: (n: number) => `All ${count(n, 'rule')}`,
  groupNamed: (name: string) => `Group ${name}`,
  exported: 'Exported. No key or account is in the file.',
  /** A name that every system takes. */
  fileName: (name: string, date: Date) =>
    `switchyard-${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'rules'}-${date.toISOString().slice(0, 10)}.json`,
}

/** In the browser's own menu, by what was pointed at. */
export const formatWords = {
  own: 'Switchyard JSON',
  requestly: 'Requestly JSON',
  forRequestly: (what: string) => `${what} for Requestly`,
}

export const contextMenuWords = {
  pageUrl: 'Make a rule for this page',
  srcUrl: 'Make a rule for this image',
  linkUrl: 'Make a rule for this link',
}

export const newRuleWords = {
  title: 'New rule',
  pageUrl: (host: string) => `For the page on ${host}`,
  srcUrl: 'For the image',
  linkUrl: 'For the link',
  types: 'Start from a type',
  templates: 'Start from a template',
  hint: 'Each opens a form that is filled in. Nothing is kept before you save it.',
  outOfReach: 'What you chose is not of http or https, where rules act. A rule for something else begins here:',
}

export const templateWords = {
  cors: {name: 'CORS open', does: 'Any site may read answers without cookies'},
  csp: {name: 'CSP off', does: 'A site without its content security policy'},
  localhost: {name: 'To localhost', does: 'Send a host to your own machine'},
  mock: {name: 'Mock an API', does: 'Answer with JSON, without the server'},
  slow: {name: 'Slow API', does: 'Wait three seconds'},
  tracking: {name: 'No tracking parameters', does: 'Remove utm_…, gclid, fbclid and others'},
  iphone: {name: 'As an iPhone', does: 'Safari on iOS'},
  android: {name: 'As an Android phone', does: 'Chrome on Android'},
  tablet: {name: 'As an iPad', does: 'Safari on iPad'},
}

/** The page that scripts fill in. */
export const automationWords = {
  title: 'Automation',
  about: 'For Playwright, Puppeteer and Selenium: fill in, press Apply, and wait for the title of this page.',
  rules: 'Rules',
  rulesHint:
    'Switchyard JSON, as Export writes it, or a list of rules. They take the place of what was applied here before; your other rules stay.',
  code: 'Code runs at once where the file has it on: apply only what you have read.',
  orAccount: 'Or a team account',
  apply: 'Apply',
  applying: 'Applying',
  applied: (n: number) => `Applied ${n} ${n === 1 ? 'rule' : 'rules'}`,
  /** Ends in why the first is left out; `condition` where it is one of several alone. */
  appliedBut: (n: number, first: string, others: number, title: string, condition?: number) =>
    `${automationWords.applied(n)}, but ${condition === undefined ? '' : `condition ${condition} of `}${quoted(first)} ${others === 0 ? 'is' : `and ${count(others, 'other')} are`} left out${/left out: /i.test(title) ? title.slice(title.search(/: /)) : `. ${title}`}.`,
  allOff: 'Rules on is off, so nothing would act. Turn it on in the popup, and apply again.',
  allOffSet: 'Rules on is off, so nothing would act: your organisation has set it so.',
  nothing: 'Fill in Rules, or Base URL and API key.',
  both: 'Fill in Rules, or Base URL and API key, not both.',
  notApplied: (reason: string) => `Not applied. ${reason}`,
  ofFile: (path: string, reason: string) => (path === '' ? reason : `${path}: ${reason}`),
  ofGroup: (place: number, name: string, reason: string) => `Group ${place} ${quoted(name)}: ${reason}`,
  ofRule: (place: number, name: string, path: string, reason: string) =>
    `Rule ${place}${name === '' ? '' : ` ${quoted(name)}`}${path === '' ? '' : `, ${path}`}: ${reason}`,
  refusal: (first: string, others: number) => (others === 0 ? first : `${first} And ${count(others, 'more fault')}.`),
  otherFormat: (format: string) =>
    `This is a file of ${format}. Bring it along by Import, export it as Switchyard JSON, and apply that.`,
  otherKey: (url: string) =>
    `This browser is connected to ${url} by another API key. Disconnect it on the Account page first.`,
  otherAccount: (url: string) => `This browser is connected to ${url}. Disconnect it on the Account page first.`,
  disconnectedMeanwhile: 'The account was disconnected meanwhile.',
  syncFailed: (what: string, reason: string) => (reason === '' ? what : `${what}: ${reason}`),
  withProblems: 'Applied, but not all of it acts',
}

const browserError = (why: string) => why.replace('net::ERR_', '').replaceAll('_', ' ').toLowerCase()

export const activityWords = {
  title: 'Activity',
  live: 'Live',
  paused: 'Paused',
  search: 'Filter by URL or rule',
  pause: 'Pause',
  goOn: 'Go on',
  clear: 'Clear',
  scope: 'Which tabs',
  thisTab: 'This tab',
  allTabs: 'All tabs',
  tab: 'Tab',
  closedTab: 'A closed tab',
  untoldTab: 'A page without an address',
  type: 'Type',
  anyType: 'Any type',
  result: 'Result',
  anyResult: 'Any result',
  results: {applied: 'Applied', failed: 'Code failed', 'no-rule': 'No rule'},
  kept: (most: number) => `Kept in memory only, ${grouped(most)} requests`,
  columns: {time: 'Time', request: 'Request', type: 'Type', status: 'Status', rules: 'Rules'},
  more: (n: number) => `${grouped(n)} new`,
  moreRules: (n: number) => `Show ${count(n, 'more rule')}`,
  nothingYet: 'No request yet. Open or reload a page: what it asks for appears here at once.',
  nothingFound: 'No request matches these filters.',
  clearFilters: 'Clear filters',
  expected: 'Expected',
  expectedHint:
    'Chrome does not report which rules acted in a packed extension. Rules marked “Expected” match the request by their conditions.',
  off: 'The activity log is off',
  offText: 'No request is watched.',
  turnOn: 'Turn on',
  choose: (method: string, url: string) => `Choose ${method} ${shortened(url)}`,
  stopped: 'Stopped',
  codeFailed: {request: 'Code failed, sent unchanged', response: 'Code failed, answer unchanged'},
  failed: (why: string) => (browserError(why) === 'failed' ? 'Failed' : `Failed, ${browserError(why)}`),
  waits: 'Waiting',
  unknown: 'Not known',
  noRules: 'No rule matches this request.',
  rulesOff: (n: number) => (n === 1 ? '1 matching rule is off.' : `${grouped(n)} matching rules are off.`),
  unsure:
    'The page sent several requests to this URL while a rule held one of them up. Which of them its rules acted on is not known.',
  unrequested:
    'Chrome reported no request for it. The page’s Content-Security-Policy may have refused it, or its service worker answered.',
  fromCache: 'The response came from the browser’s cache.',
  whyNamed: (name: string) => `Why was ${quoted(name)} not applied?`,
  did: (name: string) => `What ${quoted(name)} did`,
  deletedSince: 'It acted as it was then, and was deleted since.',
  bodyUnknown: 'Filter Payload: not known, since Chrome did not report the request body that the rule looked at.',
  /** A rule that is on and matches, of which no report came. */
  unreported: {
    page: 'Not known: the page did not report that it acted. Reload a page that was open before the rule. Rules in the page do not reach workers and EventSource.',
    browser:
      'Not known: Chrome did not report that it acted. The request may not have been sent, or the header to remove was not there.',
  },
  requestHeaders: 'Request headers',
  responseHeaders: 'Response headers',
  goesTo: (url: string) => phrase`Went to ${code(url)}`,
  holds: 'Holds',
  holdsNot: 'Does not hold',
  /** Several rules stand there with the same buttons. */
  about: (label: string, name: string) => `${label}: ${shortened(name)}`,
  edit: 'Edit rule',
  test: 'Test this URL',
  copy: 'Copy URL',
  copied: 'URL copied',
  notCopied: 'Chrome did not let it be copied.',
}

const mostListed = 5
const listed = (all: readonly string[]) =>
  [
    ...all.slice(0, mostListed),
    ...(all.length > mostListed ? [`And ${count(all.length - mostListed, 'more', 'more')}.`] : []),
  ].join(' ')

const unrecorded = {
  end: 'it is under way.',
  recording: 'DevTools was not open yet, or nothing was asked of a server.',
  read: 'DevTools tells of an answer once its page has read all of it, and of the last 1,000.',
}
const bodyGone = 'DevTools has none, as where the page was left before it was read.'
const missingAtFirst = {
  end: `a body and status: ${unrecorded.end}`,
  recording: `a body and status: ${unrecorded.recording}`,
  read: `a body: ${unrecorded.read}`,
  answer: 'a body and status: no answer came.',
  body: `a body: ${bodyGone}`,
  text: 'a body: what came is no text.',
}

export const panelWords = {
  title: 'Switchyard',
  record: (n: number) => (n === 0 ? 'Record mocks' : `Record ${count(n, 'mock')}`),
  recordHint: 'Choose requests: a Response rule is made of each answer, all in a new group.',
  group: (host: string) => (host === '' ? 'Recorded' : `Recorded on ${host}`),
  unrecorded,
  /** Those that repeat one another are named once. */
  notRecorded: (left: readonly {readonly name: string; readonly reason: string}[]) =>
    `Not recorded: ${listed(left.map(({name, reason}) => `${shortened(name)}: ${reason}`))}`,
  recordedChanged: (changed: readonly {readonly name: string; readonly reason: string}[]) =>
    listed(changed.map(({name, reason}) => `${shortened(name)}: ${reason}`)),
  repeated: 'It repeats another one, whose first answer is recorded.',
  rewritten:
    'A Request body rule changed what its page sent, which a mock would ask for. Record it while that rule is off.',
  document: 'A page that a rule answers is out of reach of the other mocks. Record it alone.',
  bodyGone: `The body was not recorded: ${bodyGone}`,
  beginsWithout: (name: string, missing: keyof typeof missingAtFirst) =>
    `The rule for ${shortened(name)} begins without ${missingAtFirst[missing]}`,
}

export const settingsWords = {
  activity: 'Activity log',
  activityHint:
    'Requests are watched only while the Activity page or the panel of DevTools is open, and kept in memory only.',
  title: 'Settings',
  look: 'Appearance',
  theme: 'Theme',
  themeHint: 'System follows your computer.',
  themes: {system: 'System', light: 'Light', dark: 'Dark'},
  notKept: 'Chrome refused to keep this',
  notKeptText:
    'It holds until you close or reload this page. Allow extensions to keep data on this device, or free some disk space, then choose again.',
  language: 'Language',
  languageHint: 'There is no other one yet.',
  languageName: 'English',
  letterKeys: 'Single keys',
  letterKeysHint: 'A letter, / or ? alone is a command while no text field has focus. Off, they do nothing.',
  permissions: 'Permissions',
  permissionNames: {sites: 'All sites', files: 'Local files', incognito: 'Incognito windows'},
  allowed: {
    sites: 'Allowed: rules can act on every site.',
    files: 'Allowed: a redirect can answer with a file of this computer.',
    incognito: 'Allowed: rules act there too.',
  },
  withheld: {
    sites: 'Chrome gives access on click only: rules change nothing on a site that you have not allowed.',
    files: 'Not allowed: redirects to a local file are left out. Turn on “Allow access to file URLs” in Chrome.',
    incognito: 'Not allowed: rules do nothing there. Turn on “Allow in Incognito” in Chrome.',
  },
  allowSites: 'Allow on all sites',
  notAllowed: 'Chrome did not allow it. Choose “On all sites” under “Site access” on the page that Change opens.',
  change: 'Change',
  changeNamed: (name: string) => `Change access to ${name.toLowerCase()}`,
  limits: 'Limits',
  limitsHint: 'What Chrome holds of your rules now. One rule can need several browser rules.',
  meters: {
    unsafe: (used: string, most: string) => `${used} of ${most} browser rules`,
    dynamic: (used: string, most: string) => `${used} of ${most} with those that only block`,
    session: (used: string, most: string) => `${used} of ${most} until Chrome closes`,
    regex: (used: string, most: string) => `${used} of ${most} regex rules`,
  },
  nearlyFull: 'Nearly full',
  full: 'Full: further rules are left out',
  storage: 'Storage',
  stored: (size: number) => `${bytes(size)} on this device`,
  unknown: 'Chrome does not say',
  sync: 'Team account',
  syncEvery: 'Sync every',
  syncEveryHint: 'A change made here is sent at once.',
  minutes: (n: number) => `${n} min`,
  keys: 'Keys',
  changeKeys: 'Change in Chrome',
  automation: 'Automation',
  automationHint: 'A page on which Playwright, Puppeteer and Selenium set up rules.',
  openAutomation: 'Open automation',
  trash: 'Trash',
  inTrash: (n: number) => (n === 0 ? 'Empty' : `${count(n, 'record')}, each kept for 30 days`),
  openTrash: 'Open trash',
  about: 'About',
  version: (version: string) => `Version ${version}`,
  privacy: 'No telemetry. Nothing leaves this browser but your own sync.',
}

/** `set` is the address that the organisation has set, `connected` the one that is connected to. */
type ManagedWords = Readonly<Record<PolicyStatus, (set: string, connected: string) => string>>

/** By the policy of whoever runs this browser. */
export const managedWords = {
  title: 'Managed by your organisation',
  hint: 'These are set for this browser, and cannot be changed here.',
  account: 'Team account',
  /** In Settings. */
  accountIs: {
    address: set => `Only ${set} can be connected to.`,
    'other-address': (set, connected) =>
      `Only ${set} can be connected to. This browser is still connected to ${connected}.`,
    'not-connected': set => `Set to ${set}, and not connected.`,
    connected: set => `This browser is connected to ${set}.`,
    refused: set => `Set to ${set}, which does not know its API key. It is tried again every 5 minutes.`,
    'other-key': set =>
      `This browser is still connected to ${set} with the API key of before: the new one was not taken.`,
    'other-account': (set, connected) =>
      `Set to ${set}, which was not taken. This browser is still connected to ${connected}.`,
  } satisfies ManagedWords,
  rulesOn: 'Rules on',
  on: 'Always on',
  off: 'Always off',
  syncEvery: 'Sync every',
  /** On the page of the account, where it stands below. */
  accountBelow: {
    address: () => 'Your organisation has set the base URL.',
    'other-address': (set, connected) =>
      `Your organisation lets this browser connect to ${set} only. It is still connected to ${connected}. Disconnect it first.`,
    'not-connected': () =>
      'Your organisation has set an account for this browser that is not connected: its address or its API key was not taken. It is tried again every 5 minutes.',
    connected: () => 'Your organisation has connected this browser to its account.',
    refused: () =>
      'Your organisation has set the account of this browser, and the service does not know its API key. It is tried again every 5 minutes.',
    'other-key': () =>
      'Your organisation has set a new API key, which was not taken: this browser is still connected with the one of before. The new one is tried again every 5 minutes.',
    'other-account': (set, connected) =>
      `Your organisation has set the account at ${set}. Its address or its API key was not taken, and this browser is still connected to ${connected}. The one that is set is tried again every 5 minutes.`,
  } satisfies ManagedWords,
}

export const backupWords = {
  title: 'Backups',
  hint: 'Made once a day where something has changed, the last 14 are kept in this browser: rules and groups of this device, no key.',
  now: 'Now',
  unread: 'Backups could not be read',
  makeNow: 'Back up now',
  made: 'Backed up',
  nothingNew: 'Nothing has changed since the last backup',
  holds: (rules: number, groups: number) => `${count(rules, 'rule')}, ${count(groups, 'group')}`,
  kinds: {daily: 'daily', asked: 'made by you', before: 'before a restore'},
  of: (held: string, kind: string) => `${held} · ${kind}`,
  restore: 'Restore',
  restoreNamed: (date: string) => `Restore the backup of ${date}`,
  download: 'Download',
  downloadNamed: (date: string) => `Download the backup of ${date}`,
  downloadNow: 'Download the rules of now',
  restored: (date: string) => `Backup of ${date} restored, what came since lies in trash`,
  failed: 'The last daily backup failed',
  failedText: (reason: string) => `${reason} It is tried again tomorrow, and with the next start of Chrome.`,
  showAll: (n: number) => `Show all ${n}`,
  showLast: (n: number) => `Show the last ${n}`,
  date: (at: number, now: number) => {
    const [day, time] = [when(at, now), new Date(at).toTimeString().slice(0, 5)]
    return day === time ? `today, ${time}` : `${day}, ${time}`
  },
  /** Where no sentence is around it. */
  dateAlone: (date: string) => date.replace(/^t/, 'T'),
}

export const keyListWords = {
  title: 'Keys',
  next: 'then',
  or: 'or',
  anywhere: 'Anywhere',
  search: 'Search',
  newRule: 'New rule, then ↑ ↓ or a letter',
  undo: 'Undo',
  thisList: 'This list',
  escape: 'Close, clear, go back, in this order',
  lists: 'Lists and popup',
  rulesList: 'Rules list',
  row: 'Next or previous row',
  toggle: 'Switch',
  edit: 'Edit',
  select: 'Select',
  range: 'Select a range',
  all: 'Select all that the filter shows',
  move: 'Move up or down',
  group: 'Close or open the group',
  pin: 'Pin',
  duplicate: 'Duplicate',
  remove: 'Move to trash',
  editor: 'Editor',
  save: 'Save',
  tester: 'To the tester and back',
  moveRow: 'Move a row',
  addRow: 'In the last row: add one',
  browser: 'Browser',
  openPopup: 'Open the popup',
  none: 'None',
}

const nth = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth']

export const formWords = {
  row: (noun: string, n: number) => `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${n}`,
  rowAdd: (noun: string) => `Add ${noun}`,
  rowRemove: (noun: string, n: number) => `Remove ${noun} ${n}`,
  rowRemoved: (noun: string, n: number) => `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${n} removed`,
  rowNamed: (noun: string, n: number) => `${noun} ${n}`,
  rowMoved: (noun: string, from: number, to: number) =>
    `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${from} moved to place ${to}`,
  move: (what: string) => `Move ${what}`,
  up: 'Move up',
  upKey: 'Alt ↑',
  down: 'Move down',
  downKey: 'Alt ↓',
  do: {name: 'Do', add: 'Add', set: 'Set', remove: 'Remove', removeAll: 'Remove all'},
  redirect: {
    verb: 'go to',
    kind: 'Destination type',
    kinds: {url: 'URL', map_local: 'Local file', mock_or_file_picker: 'Picked file or mock'},
    destination: 'Destination',
    hints: {
      url: 'http://localhost:3000/',
      map_local: '/home/me/main.js',
      mock_or_file_picker: 'https://mocks.test/cart.json',
    },
    hintWithCapture: 'http://localhost:3000/$1',
    choose: 'Choose file',
    size: (size: string, most: string) => `${size} of ${most}`,
    removeFile: (name: string) => `Remove ${name}`,
    fileRemoved: (name: string) => `${quoted(name)} removed from the rule`,
    notText: (name: string) => `${shortened(name)} is not a text file; only text can be kept in a rule.`,
    tooLarge: (name: string) => `${shortened(name)} is larger than 2 MB, which Chrome does not take.`,
    nthStar: (index: number) => `${nth[index]} *`,
    nthGroup: (index: number) => `${nth[index]} group`,
  },
  cancel: {verb: 'stop', request: 'the request.', seen: 'The page sees a failure, as if there were no network.'},
  replace: {
    verb: 'in the URL, change',
    from: 'From',
    fromHint: 'v1, or /v\\d+/ for a regex',
    to: 'to',
    toName: 'To',
    toHint: 'v2, or nothing',
    tested: 'The tested URL:',
  },
  headers: {
    on: 'On',
    targets: {Request: 'Request', Response: 'Response'},
    header: 'Header',
    value: 'Value',
    noun: 'header change',
  },
  userAgent: {
    verb: 'be',
    preset: 'Preset',
    custom: 'Custom',
    userAgent: 'User agent',
    noHints: 'No client hints go with it: this browser sends none.',
  },
  queryParam: {parameter: 'Parameter', value: 'Value', noun: 'parameter change'},
  body: {
    kind: 'Kind of body',
    static: 'Static',
    code: 'Code',
    language: 'JavaScript',
    json: 'JSON',
    text: 'Text',
    format: 'Format',
    formatted: 'Formatted',
    beginning: (size: string) => `This is the beginning of ${size}. All of it takes the browser some seconds.`,
    editWhole: 'Edit the whole text',
    notJson: (line: number) => `This is not JSON: line ${grouped(line)} cannot be read.`,
  },
  request: {verb: 'send', body: 'Request body', noBody: 'GET and HEAD have no body.'},
  response: {
    verb: 'answer',
    body: 'Response body',
    statusCode: 'Status code',
    statusCodeHint: 'Status',
    statusText: 'Status text',
    statusTextHint: 'Status text',
    serveWithoutRequest: 'Do not send the request',
    noBody: (status: number | undefined) => `The page gets no body with status ${status}.`,
    header: 'response header',
    headersToPages: 'Fetch and XHR get these headers. Other requests are told the Content-Type alone.',
    headersWhereUnreached:
      'Only where the server cannot be reached. A server’s own headers are changed by a Headers rule.',
  },
  delay: {verb: 'wait', delay: 'Delay', unit: 'ms', long: 'The page may give up'},
}

/** What a body begins with when it becomes code. */
export const codeStarts = {
  request: `function modifyRequestBody(args) {
  // method: such as POST. url: where the request goes.
  // body: what the page sends, as text. bodyAsJson: the same, read as JSON.
  const {method, url, body, bodyAsJson} = args
  // $sharedState keeps what you put into it for as long as the tab is open.

  // Return text as it is to be sent, or an object to send as JSON.
  return body
}
`,
  response: `function modifyResponse(args) {
  // method, url: of the request. response: what the server answered, as text.
  // responseJSON: the same, read as JSON. responseType: its content type.
  // requestHeaders, requestData: what the page sent.
  const {method, url, response, responseType, requestHeaders, requestData, responseJSON} = args
  // $sharedState keeps what you put into it for as long as the tab is open.

  // Return text as the page is to get it, or an object to answer as JSON.
  return response
}
`,
} as const

/** On the page that stands in the place of one that a rule stops. */
export const waitWords = {
  stopped: 'A rule of Switchyard stopped this page.',
  nothing: 'No rule of Switchyard leads here.',
}

/** In the fields of code and of other bodies. */
export const codeWords = {
  leave: 'Esc, then Tab to leave',
  sizeOf: (size: string, most: string) => `${size} of ${most}`,
  fileTaken: (name: string) => `${quoted(name)} taken into the body`,
  indented: 'Lines indented',
  tryIt: 'Try it',
  trial: 'Trial',
  on: 'on',
  sampleMethod: 'Method to try',
  sampleUrl: 'URL to try',
  sampleBody: {request: 'Body to try', response: 'Answer to try'},
  sampleUrlText: 'https://api.shop.test/v1/cart',
  sampleBodyText: '{"id": 1, "qty": 2}',
  closeTrial: 'Close the trial',
  running: 'Running',
  ranIn: (took: number) => (took < 1 ? 'Ran in less than 1 ms' : `Ran in ${grouped(Math.round(took))} ms`),
  tryAgain: 'Changed since it was tried. Press Enter in the URL, or Try it.',
  result: 'Result',
  console: 'Console',
  emptyText: 'empty text',
  more: (size: string) => `and ${size} more`,
}

export const editorWords = {
  back: 'Back to the rules',
  newTitle: (label: string) => `New rule: ${label}`,
  editTitle: (name: string) => `Edit ${name}`,
  name: 'Name',
  save: 'Save',
  discard: 'Discard',
  unsaved: 'Unsaved changes',
  saved: (time: string) => `Saved ${time}`,
  look: (n: number) => `${count(n, 'field')} ${n === 1 ? 'needs' : 'need'} a look`,
  on: 'On',
  condition: (n: number) => `Condition ${n}`,
  conditionNamed: (n: number) => `condition ${n}`,
  conditionCopy: (n: number) => `Duplicate condition ${n}`,
  conditionDelete: (n: number) => `Delete condition ${n}`,
  conditionDeleted: (n: number) => `Condition ${n} deleted`,
  addAnother: 'Add another condition',
  addMenu: 'What to add',
  addEmpty: 'An empty condition',
  addCopy: 'A copy of the last one',
  conditionMoved: (from: number, to: number) => `Condition ${from} moved to place ${to}`,
  when: 'When',
  anyRequest: 'any fetch or XHR',
  addCondition: 'Add a condition',
  removeCondition: 'Remove condition',
  conditionRemoved: 'Condition removed',
  inConditions: (numbers: readonly number[]) => `${conditions(numbers)}: `,
  chromeSays: 'What Chrome says',
  notLocal: 'This is a web address, not the path of a file. Choose URL to go there.',
  notADomain: (domain: string) => `${quoted(domain)} is not a domain. Write it like shop.test.`,
  sourceKey: 'Source key',
  sourceOperator: 'Source operator',
  sourceValue: 'Source value',
  valueHints: {
    url: {
      text: 'https://api.shop.test/v1/',
      wildcard: 'https://api.shop.test/*',
      regex: '^https://api\\.shop\\.test/(.*)',
    },
    host: {text: 'api.shop.test', wildcard: '*.shop.test', regex: '^(.*)\\.shop\\.test$'},
    path: {text: '/v1/cart', wildcard: '/v1/*', regex: '^/v1/(.*)'},
  } satisfies Record<SourceKey, Record<'text' | 'wildcard' | 'regex', string>>,
  addFilter: 'Add filter',
  filters: 'Filters',
  filterDone: 'Done',
  filterNames: {
    pageDomains: 'Page domains',
    requestMethod: 'Method',
    resourceType: 'Type',
    requestPayload: 'Payload',
  },
  filterOn: {pageDomains: 'Page on', requestMethod: 'Method', resourceType: 'Type', requestPayload: 'Payload'},
  filterRemove: (name: string) => `Remove filter ${name}`,
  filterRemoved: (name: string) => `Filter ${name} removed`,
  filterUnset: 'any',
  fieldUnset: 'of no field',
  domainsHint: 'shop.test, cdn.test',
  payloadKey: 'Payload key',
  payloadOperator: 'Payload operator',
  payloadValue: 'Payload value',
  group: 'Group',
  keptIn: 'Kept in',
  groupGone: 'A group that is gone',
  groupDeleted: 'This group was deleted meanwhile, so the rule is not saved. Choose another one, or none.',
  description: 'Description',
  descriptionHint: 'What is it for?',
  notSaved: 'Not saved',
  /** A fault whose field is not on the page. */
  alsoWrong(path: string, reason: string) {
    const index = /^pairs\[(\d+)\]/.exec(path)?.[1]
    const where = index === undefined ? recordPlace(path) : `Condition ${Number(index) + 1}:`
    return where === '' ? reason : `${where} ${reason}`
  },
  about: 'About this rule',
  worksFor: 'Works for',
  tester: 'Tester',
}

export const draftWords = {
  unsavedFrom: (time: string) => `Unsaved changes from ${time}`,
  olderTitle: 'Another new rule was not saved',
  otherTitle: 'Other changes to this rule were not saved',
  continueFrom: (time: string) => `Continue the draft from ${time}`,
  notKept: 'Unsaved changes, not kept',
  notKeptTitle: 'This draft is not kept',
  notKeptText:
    'The browser has no room for it. It stays in this form until the page is closed. Save it, or delete rules you no longer need.',
  notKeptAnywhere:
    'The draft that you left is not kept: the browser has no room for it. It is there until this page is closed. Go back and save it, or delete rules you no longer need.',
  discarded: 'Changes discarded',
  savedRule: (name: string) => `${quoted(name)} saved`,
  clashTitle: 'Changed elsewhere',
  clash: (n: number) =>
    `Another version was saved meanwhile. ${count(n, 'field')} ${n === 1 ? 'differs' : 'differ'}; what you did not touch is taken over.`,
  deletedThere: (n: number) => `Condition ${n} was deleted there and changed here.`,
  deletedHere: 'A condition that you deleted was changed there.',
  tookTheirs: 'Their version taken, yours left out',
  takeTheirs: 'Take theirs',
  keepMine: 'Keep mine',
  theirs: 'Theirs:',
  theirsEmpty: 'nothing',
  goneTitle: 'This rule was deleted',
  gone: 'What you wrote is still here. Save makes the rule again.',
  unreadTitle: 'This rule cannot be read any more',
  unread:
    'It was changed elsewhere. What you wrote is still here: Save makes a new rule of it, and the record stays in the list.',
  restore: 'Restore from trash',
}

/** The way that requests go round in circles, with the rules that lead from address to address. */
export const circleWords = {
  byThis: (address: string) => `${address} (this rule)`,
  by: (address: string, name: string) => `${address} (${quoted(name)})`,
}

export const problemActionWords = {
  openCode: 'Open code',
  rewrite: 'Rewrite as wildcard',
  limitToFetch: 'Limit to fetch and XHR',
  limited: 'Limited to fetch and XHR',
  rewritten: 'Regex rewritten as wildcard',
  showIt: 'Show it',
  moveAbove: 'Move above it',
  movedAbove: (name: string) => `Moved above ${quoted(name)}`,
  moveUp: 'Move up',
  movedUp: (isEnough: boolean) =>
    `Moved to the top of its group${isEnough ? '' : '; the groups above still take all that Chrome has room for'}`,
  moveToFirst: (group: string) => `Move to the top of ${quoted(group)}`,
}

const conditions = (numbers: readonly number[]): string => {
  const [last, before] = [numbers.at(-1), numbers.slice(0, -1)]
  return before.length === 0 ? `Condition ${last}` : `Conditions ${before.join(', ')} and ${last}`
}

export const worksForWords = {
  inPagesOfResponse:
    'fetch and XHR in pages and all their frames. Not workers, forms, EventSource and typed addresses.',
  refused: 'fetch and XHR in pages, and pages and frames that you open. Not workers, form posts, scripts and images.',
  refusedSome(numbers: readonly number[]) {
    const one = numbers.length === 1
    return `${conditions(numbers)} ${one ? 'works' : 'work'} for fetch, XHR and pages you open only.`
  },
  payload: 'fetch and XHR in pages and all their frames.',
  payloadSome(numbers: readonly number[]) {
    const one = numbers.length === 1
    return `${conditions(numbers)} ${one ? 'works' : 'work'} for fetch and XHR only.`
  },
  codeSkipsEventStreams: 'Code does not run on event streams.',
  nothing: 'Nothing as it is written.',
  leftOut(numbers: readonly number[]) {
    return `${conditions(numbers)} ${numbers.length === 1 ? 'is' : 'are'} left out.`
  },
}

/** What a rule of the type acts on today. */
export const worksFor: {readonly [T in RuleType]: string} = {
  Redirect:
    'All requests. A picked file also stands in for pages, and for frames where a Type filter names them; a file path is read for pages you open.',
  Cancel: 'All requests: pages, frames, scripts, images, fetch and XHR, WebSockets.',
  Replace: 'All requests. What follows # never leaves the browser.',
  Headers: 'All requests. DevTools does not show changed response headers.',
  UserAgent: 'All requests, and navigator in pages and frames. Workers still read the browser’s own name.',
  QueryParam: 'All requests.',
  Request: 'fetch and XHR in pages. Not GET and HEAD, workers, sendBeacon, form posts and WebSocket messages.',
  Response:
    'fetch and XHR in pages; a static text also for pages, scripts, styles and images, and for frames that a filter names, if the page’s Content-Security-Policy lets it in; paths in it lead nowhere there. Not workers, EventSource and WebSocket messages.',
  Delay:
    'fetch and XHR in pages; pages and frames that you open. Not scripts, images, workers, form posts, EventSource and WebSockets.',
}

const partWords = {url: 'URL', host: 'host', hostPort: 'host', writtenHostPort: 'host', path: 'path'} as const
type Part = keyof typeof partWords

export const testerWords = {
  url: 'Test a URL',
  urlHint: 'https://api.shop.test/v1/cart',
  method: 'Method',
  type: 'Request type',
  /** Where the list of filters says "fetch and XHR". */
  fetch: 'fetch',
  page: 'Page',
  from: 'from',
  samePage: 'the same host',
  itself: 'the page itself',
  payload: 'Payload',
  payloadHint: '{"operationName": "Pay"}',
  kinds: {
    matches: 'Matches',
    wins: 'Wins',
    applies: 'Applies',
    changed: 'Changed',
    hidden: 'Overridden',
    'not-applied': 'Not applied',
    'no-match': 'No match',
    refused: 'Refused',
    faulty: 'Needs a look',
  },
  not: {
    empty: prose('Type the URL of a request to see what becomes of it.'),
    'too-long': prose('This URL is longer than 10,000 characters, which is too long to test.'),
    'not-a-url': prose('This is not a URL. Write it like https://api.shop.test/v1/cart.'),
    'not-the-web': prose('Rules act on http, https and WebSocket addresses only.'),
  },
  noUrlMatches: (reason: string) => prose(`No URL matches this rule. ${reason}`),
  reading: prose('The other rules are still being read.'),
  list: 'Rules that this request concerns',
  appliesWith: (n: number) => `Applies with ${count(n, 'other rule')}`,
  inOrder: (n: number) => `${count(n, 'rule')} in order`,
  onlyOne: 'Only rule for this URL',
  noOther: 'No other rule for this URL',
  more: (n: number, of: number) => `Show ${n === of ? '' : `${grouped(n)} of `}${count(of, 'more rule')}`,
  thisRule: 'this rule',
  sets: (header: string) => phrase`sets ${code(header)}`,
  adds: (header: string) => phrase`adds ${code(header)}`,
  removes: (header: string) => phrase`removes ${code(header)}`,
  fromAnswer: (rest: Phrase) => phrase`${rest} from the answer`,
  inAnswer: (rest: Phrase) => phrase`${rest} in the answer`,
  andMore: (n: number) => prose(` and ${grouped(n)} more`),
  goesTo: (url: string) => phrase`goes to ${code(url)}`,
  becomes: (url: string) => phrase`becomes ${code(url)}`,
  arrow: (url: string) => code(`→ ${url}`),
  stops: prose('stops the request; the page sees a failure'),
  file: (name: string) => phrase`answers with the file ${code(name)}`,
  together: (n: number) => prose(`, together with ${count(n, 'other rule')} of this condition`),
  inPart: (sentence: string) => prose(` · ${sentence}`),
  inDevTools: 'DevTools shows response headers as they were.',
  offWords: {
    paused: () => 'All rules are paused.',
    rule: () => 'This rule is off.',
    group: (name: string) => `Its group ${quoted(name)} is off.`,
  },
  wouldMatch: ' It matches this request.',
  faulty: (reason: string, more: number) =>
    more === 0 ? reason : `${reason} ${count(more, 'more field')} ${more === 1 ? 'needs' : 'need'} a look.`,
  nearest: (n: number, of: number, rest: Phrase) =>
    phrase`None of the ${grouped(of)} conditions matches. The nearest is condition ${grouped(n)}: ${rest}`,
  equals: (part: Part, actual: string, at: number, wanted: string) =>
    actual === ''
      ? phrase`The ${partWords[part]} is empty, not ${code(wanted)}.`
      : phrase`The ${partWords[part]} is ${code(actual)}, not ${code(wanted)}: they differ at character ${grouped(at + 1)}.`,
  contains: (part: Part, wanted: string, longest: string) =>
    longest === ''
      ? phrase`The ${partWords[part]} has no ${code(wanted)}, nor any part of it.`
      : phrase`The ${partWords[part]} has no ${code(wanted)}, only ${code(longest)}.`,
  pattern: (part: Part, wanted: string) => phrase`The ${partWords[part]} does not match ${code(wanted)}.`,
  short: {
    equals: (part: Part, wanted: string) => phrase`${partWords[part]} is not ${code(wanted)}`,
    contains: (part: Part, wanted: string) => phrase`${partWords[part]} has no ${code(wanted)}`,
    pattern: (part: Part, wanted: string) => phrase`${partWords[part]} does not match ${code(wanted)}`,
  },
  filters: {
    pageDomains: (wanted: string, actual: string) =>
      actual === ''
        ? phrase`Filter Page: no page asks, and the rule is for pages on ${code(wanted)}.`
        : phrase`Filter Page: ${code(actual)} is not on ${code(wanted)}.`,
    requestMethod: (wanted: string, actual: string) => phrase`Filter Method: it is ${actual}, not ${wanted}.`,
    webSocketMethod: 'Filter Method: with one, no WebSocket passes.',
    resourceType: (wanted: string, actual: string) => phrase`Filter Type: it is ${actual}, not ${wanted}.`,
    requestPayload: (wanted: Phrase) => phrase`Filter Payload: it has no ${wanted}.`,
  },
  noText: (from: string) => phrase`${code(from)} is not in this URL, so there is nothing to change.`,
  wrongKind: (label: string, kind: string) => `A ${label} rule cannot act on this kind of request (${kind}).`,
  beyond: (sentence: string, kind: string) => `${sentence} This request’s type is ${kind}.`,
  framesByName:
    'A text stands in for a frame only where the rule’s Type filter names frames: where the Content-Security-Policy of its page keeps it out, Chrome itself ends.',
  noBody: 'A GET or HEAD request has no body.',
  webSocket: 'A WebSocket cannot be sent elsewhere.',
  sameType: (label: string, by: Phrase) =>
    phrase`Another ${label} rule acts first: ${by}. One of them acts on a request, the upper one.`,
  waitsLonger: (by: Phrase) => phrase`${by} waits longer. One Delay acts on a request, the longest one.`,
  stopsFirst: (by: Phrase) => phrase`${by} stops the request first.`,
  answersFirst: (by: Phrase) => phrase`${by} answers the request first.`,
  otherType: (label: string, by: Phrase) => phrase`Another rule acts first: ${by} (${label}).`,
  elsewhere: (by: Phrase, url: string) => phrase`${by} sends it to ${code(url)} first, which this rule does not match.`,
  taken: (by: Phrase, header: string, others: number) =>
    others === 0
      ? phrase`${by}, which stands above, has ${code(header)} already.`
      : phrase`${by}, which stands above, has ${code(header)} already; ${count(others, 'more header')} of this rule ${others === 1 ? 'is' : 'are'} lost to rules above.`,
  same: prose('The URL is already as this rule would make it.'),
  noAddress: (made: string) =>
    phrase`It would make ${code(made)} of the URL, which is no address, so Chrome leaves it.`,
  circle: (first: string) => phrase`It would go round in circles: ${code(first)}`,
  circleBy: (address: string, by: Phrase) => phrase` → ${code(address)} (${by})`,
  leavesOut: (other: Phrase) => phrase`. ${other} is left out: with both it would go round in circles.`,
  shortFirst: (name: string) => prose(` · ${quoted(name)} acts first`),
  shortLonger: (name: string) => prose(` · ${quoted(name)} waits longer`),
  swap: (before: Phrase, after: Phrase) => phrase`${before} → ${after}`,
}

export const becomesWords = {
  title: 'Becomes',
  rules: (n: number) => count(n, 'browser rule'),
  inPage: 'in the page',
  none: 'no browser rule',
  notYet: 'not yet',
  lookFirst: 'Before it can be kept:',
  inPageText: 'Runs in the page, not as a browser rule.',
  codeText: 'The code runs alone: no page, no extension, no network, 5 seconds at most.',
  noneText: 'As it is written, nothing of it reaches the browser.',
  copy: 'Copy the browser rules',
  copied: 'Copied',
  notCopied: 'The browser does not let it be copied.',
  showAll: (lines: number) => `Show all ${grouped(lines)} lines`,
}

/** What of a URL decides that a rule takes it. */
/** What there is to do about a rule that was not applied. */
export const remedyWords = {
  turnAllOn: 'Turn rules on',
  turnGroupOn: 'Turn its group on',
  turnOn: 'Turn it on',
}

/** Where Chrome's own answer is another than ours. */
export const browserAnswerWords = {
  title: 'Chrome says otherwise',
  text: (ours: string, theirs: string) =>
    `This is a mistake in Switchyard, not in your rules. Of the rules as they are saved, Chrome says that this request meets ${theirs}; Switchyard says ${ours}.`,
  none: 'none',
  named: (names: readonly string[]) => names.map(quoted).join(', '),
}

/** What was looked at to find out whether a rule acts, where it holds. */
export const checkWords = {
  allOn: prose('The rule, its group and “Rules on” are on'),
  anyFetch: prose('The rule is for any fetch or XHR'),
  source: ({key, operator, value}: Source) =>
    phrase`The ${keyInSentence[key]} ${operatorInList[operator]} ${code(value)}`,
  filters: {
    pageDomains: prose('The page is one of those that the rule is for'),
    requestMethod: prose('The method is one of those that the rule is for'),
    resourceType: prose('The type of request is one of those that the rule is for'),
    requestPayload: prose('What is sent is what the rule looks for'),
  },
  passed: {
    'rules-on': prose('“Rules on” is on'),
    'rule-on': prose('The rule is on'),
    'group-on': prose('Its group is on'),
    'in-force': prose('The rule is in force'),
    text: prose('The text to replace is in the URL'),
    kind: prose('It can act on this kind of request'),
    first: prose('No other rule acts first'),
  },
}
