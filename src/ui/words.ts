import type {Operator, ResourceType, SourceKey} from '../contract/source'
import type {ProblemCode} from '../contract/problems'
import type {RuleType} from '../contract/rules'
import {bytes, grouped} from './numbers'
import {code, phrase, prose, type Phrase} from './phrase'

// Every text that a person reads stands here, by place. Another language is another file with the same exports.

const count = (n: number, one: string, many = `${one}s`) => `${grouped(n)} ${n === 1 ? one : many}`
/** Characters that would turn the words around them. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g
/** A name inside a sentence: a long one would hide what the sentence says. */
const quoted = (name: string) => {
  const said = name.replace(turning, '')
  return `“${said.length > 40 ? `${said.slice(0, 39).trimEnd()}…` : said}”`
}

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
  orMore: (rest: Phrase, more: number) => (more === 0 ? rest : phrase`${rest} or ${more} more`),
  andMore: (rest: Phrase, more: number) => (more === 0 ? rest : phrase`${rest} and ${more} more`),
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
  rulesOn: 'Rules on',
  newRule: 'New rule',
  newRuleMenu: 'Types of rules',
  search: 'Search rules',
  searchKey: '/',
  withKeys: (name: string, keys: string) => `${name} (${keys})`,
  pinned: 'Pinned',
  groups: 'Groups',
  noGroup: 'No group',
  groupSwitch: (name: string) => `Group ${name}`,
  someOn: (on: number, all: number) => `${grouped(on)} of ${grouped(all)} on`,
  someAbove: (above: number) => `, ${grouped(above)} above`,
  rules: (n: number) => count(n, 'rule'),
  pin: (name: string) => `Pin ${name}`,
  unpin: (name: string) => `Unpin ${name}`,
  more: (name: string) => `More for ${name}`,
  untitled: 'Untitled',
  onDevice: 'On this device only',
  paused: 'All rules are paused',
  turned: (name: string, on: boolean) => `${quoted(name)} turned ${on ? 'on' : 'off'}`,
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
  unsure: 'Switchyard stopped in the middle. The page shows what holds now.',
  notDone: (reason: string) => `Not done. ${reason}`,
  gone: 'What it is about is no longer there.',
}

export const popupWords = {
  searchIn: (n: number) => `Search ${count(n, 'rule')}`,
  options: 'Open all rules',
  here: 'Applied on this tab',
  closedTab: 'Browser pages cannot be changed.',
}

/** What comes after the first frame, and in a part of its own. */
export const popupLaterWords = {
  found: (n: number) => count(n, 'rule'),
  foundKeys: '↑↓ move · Space switch · Enter edit',
  problems: (n: number, first: string) => (n === 1 ? first : `${n} problems · ${first}`),
  acted: (requests: number, does: string) => `${count(requests, 'request')} · ${does}`,
  idle: (n: number) =>
    n === 1 ? '1 rule is on but did nothing here' : `${grouped(n)} rules are on but did nothing here`,
  firstTitle: 'Make your first rule',
  firstText: 'A rule changes requests of the pages you open.',
  first: [
    ['Redirect', 'Send an API to localhost'],
    ['Headers', 'Add a header to requests'],
    ['Response', 'Mock an API response'],
    ['Delay', 'Make a request slow'],
  ] as const satisfies readonly (readonly [RuleType, string])[],
  allTypes: 'All nine types',
  firstPaused: 'A rule that you make changes nothing until you turn “Rules on” on.',
}

const request = (rest: string) => `No request on this tab ${rest}`
/** Why a rule that is on did nothing on this tab. */
export const popupIdleWords = {
  noRequest: {
    host: {
      Equals: value => request(`goes to ${value}`),
      Contains: value => request(`goes to a host with ${value} in it`),
      Matches: value => request(`goes to a host that matches ${value}`),
      Wildcard_Matches: value => request(`goes to a host like ${value}`),
    },
    path: {
      Equals: value => request(`has the path ${value}`),
      Contains: value => request(`has ${value} in its path`),
      Matches: value => request(`has a path that matches ${value}`),
      Wildcard_Matches: value => request(`has a path like ${value}`),
    },
    url: {
      Equals: value => request(`goes to ${value}`),
      Contains: value => request(`has ${value} in its URL`),
      Matches: value => request(`has a URL that matches ${value}`),
      Wildcard_Matches: value => request(`has a URL like ${value}`),
    },
  } satisfies Record<SourceKey, Record<Operator, (value: string) => string>>,
  withFilters: (said: string) => `${said} and passes its filters`,
  orMore: (said: string, more: number) => (more === 0 ? said : `${said}, or meets ${count(more, 'more condition')}`),
  noFetch: 'No fetch or XHR on this tab',
  reload: 'Nothing since this page was opened. Reload it.',
  hidden: (name: string, isAbove: boolean) => `Hidden by ${quoted(name)}${isAbove ? ', above it' : ''}`,
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
} as const

type ProblemWords = {
  /** One word or two for a row. */
  readonly word: string
  readonly title: string
  readonly sentence: (says: Readonly<Record<string, string | number>>) => string
}

const leftOut = 'Left out'
const inPart = 'Partly'
const ended = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)
const said = (value: string | number | undefined, otherwise: string) =>
  value === undefined || value === '' ? otherwise : typeof value === 'number' ? grouped(value) : value

const rewrite = 'Write it in another way, or use a wildcard.'
/** Chrome gives its reasons in code. */
const chromeRefusals: ReadonlyMap<string, string> = new Map([
  ['syntaxError', `It uses something that Chrome cannot look for, such as a look-ahead of a regex. ${rewrite}`],
  ['memoryLimitExceeded', 'This is too long or too complex for Chrome. Shorten it, or make it simpler.'],
])

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
  'never-matches': {
    word: leftOut,
    title: 'Left out: no request can match',
    sentence: says => said(says['reason'], 'No address looks like this value. Check the key and the operator.'),
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
    sentence: says => `${ended(said(says['reason'], 'Chrome gave no reason.'))} Other rules are not affected.`,
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
  'unknown-filter': {
    word: inPart,
    title: 'Works in part: an unknown filter',
    sentence: says =>
      `Chrome does not know ${says['value'] === undefined ? 'a filter of this condition' : quoted(said(says['value'], ''))}; that part of the filter is left aside.`,
  },
  'in-page-only': {
    word: 'Not yet',
    title: 'Kept, not in force yet',
    sentence: () => 'This part runs inside the page, which this version does not do yet; the rule is kept.',
  },
  'in-page-too': {
    word: inPart,
    title: 'Works in part',
    sentence: () => 'One part of it runs inside the page, which this version does not do yet; the rest is in force.',
  },
  'delay-navigations-only': {
    word: inPart,
    title: 'Works in part',
    sentence: () =>
      'Pages and frames that you open wait. fetch and XHR run inside the page, which this version does not do yet; other requests cannot wait.',
  },
  destination: {
    word: leftOut,
    title: 'Left out: the destination is not an address',
    sentence: says => said(says['reason'], 'Write a whole address, such as https://shop.test/.'),
  },
  'file-missing': {
    word: leftOut,
    title: 'Left out: no file',
    sentence: () => 'The rule holds no file to answer with. Choose the file again.',
  },
  'file-too-large': {
    word: leftOut,
    title: 'Left out: the file is too large',
    sentence: says =>
      `It takes ${typeof says['size'] === 'number' ? bytes(says['size']) : 'more than 2 MB'} as part of an address, and Chrome takes up to 2 MB.`,
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
      'A file path is read again for each page that you open in the address bar. Choose the file here to answer all requests.',
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
    word: 'Note',
    title: 'Sets instead of adding',
    sentence: says => `Chrome cannot append to the request header ${said(says['header'], '')}, so it is set.`,
  },
  'to-itself': {
    word: 'Note',
    title: 'Leads to where it starts',
    sentence: () => 'The destination is the very address that is asked for, so nothing changes.',
  },
  'empty-change': {
    word: leftOut,
    title: 'Left out: nothing to change',
    sentence: () => 'The condition says no change. Add one.',
  },
  'replace-grows': {
    word: leftOut,
    title: 'Left out: it would never end',
    sentence: () =>
      'The new text holds the old one, and Chrome would replace it again and again. Narrow the condition.',
  },
  'replace-in-part': {
    word: inPart,
    title: 'Works in part',
    sentence: says => `Chrome replaces the first ${said(says['limit'], 'few')} places in a URL.`,
  },
  'status-in-page-only': {
    word: 'Not yet',
    title: 'Kept, not in force yet',
    sentence: () =>
      'Another status than 200 can only be given inside the page, which this version does not do yet; the rule is kept.',
  },
  'content-type': {
    word: inPart,
    title: 'Works in part',
    sentence: says =>
      said(says['reason'], 'The content type is guessed; requests that expect another one may refuse the answer.'),
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

export const shellWords = {
  title: (page: string) => `${page} · ${common.product}`,
  skip: 'Skip to the content',
  rules: 'Rules',
  groups: 'Groups',
  settings: 'Settings',
  notLoaded: 'This page did not load',
  notLoadedText: 'Switchyard may have been updated meanwhile. Reload, and it is there again; drafts are kept.',
  reload: 'Reload',
  nowhere: 'Nothing is here',
  noRule: 'This rule is not here',
  nowhereText: 'It may have been moved to trash.',
  toRules: 'All rules',
}

/** What a screen reader hears of dragging. */
export const dragWords = {
  begun: (name: string) => `Moving ${quoted(name)}`,
  cancelled: (name: string) => `${quoted(name)} stays where it is`,
}

export const rulesWords = {
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
  order: 'Upper rules win',
  orderHelp:
    'Between rules of one type the upper one wins. Between types the order is fixed: Cancel, Delay, Redirect, Response, Replace, Query parameters; Headers and User agent always join in.',
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
    duplicate: 'D',
    pin: 'P',
    select: 'X',
    moveUp: 'Alt ↑',
    moveDown: 'Alt ↓',
    menu: 'Shift F10',
    delete: 'Del',
  },
  withKey: (what: string, key: string) => `${what} · ${key}`,
  select: 'Select',
  unselect: 'Unselect',
  selectNamed: (name: string) => `Select ${name}`,
  selection: 'Selected rules',
  someSelected: (n: number) => `${grouped(n)} selected`,
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  moveToGroup: 'Move to group',
  newGroup: 'New group',
  newGroupName: 'Name of the new group',
  createAndMove: 'Create and move',
  cancel: 'Cancel',
  clearSelection: 'Clear selection',
  unsavedChanges: 'Unsaved changes',
  neverApplied: 'Never',
  yesterday: 'Yesterday',
  /** The browser cannot say. */
  unknownApplied: '–',
  quoted,
  switched: (what: string, on: boolean) => `${what} turned ${on ? 'on' : 'off'}`,
  pinnedNow: (what: string, pinned: boolean) => `${what} ${pinned ? 'pinned' : 'unpinned'}`,
  movedMany: (n: number, group: string) => `${count(n, 'rule')} moved to ${group}`,
  copyOf: (name: string) => `${name} copy`,
  copied: (name: string) => `${quoted(name)} duplicated, the copy is off`,
  deleted: (what: string) => `${what} moved to trash`,
  moved: (name: string, group: string, place: number, of: number) =>
    `${quoted(name)} moved to place ${grouped(place)} of ${grouped(of)} in ${group}`,
  firstTitle: 'Change live traffic, one rule at a time',
  firstText: 'A rule says which requests it is for and what happens to them. It works at once, in every tab.',
}

export const groupsWords = {
  title: 'Groups',
  newGroup: 'New group',
  create: 'Create group',
  created: (name: string) => `Group ${quoted(name)} created`,
  nameless: 'Give the group a name.',
  notRenamed: 'This name is not kept yet. Enter keeps it, Esc brings the old one back.',
  name: (name: string) => `Name of ${name}`,
  row: (name: string, rules: number, on: boolean) => `${name}, ${count(rules, 'rule')}, ${on ? 'on' : 'off'}`,
  drag: 'Drag to move',
  moveUp: 'Move up',
  moveDown: 'Move down',
  delete: 'Delete',
  renamed: (before: string, name: string) => `${quoted(before)} renamed to ${quoted(name)}`,
  pinned: (name: string, on: boolean) => `${quoted(name)} ${on ? 'pinned' : 'unpinned'}`,
  turned: (name: string, on: boolean) => `Group ${quoted(name)} turned ${on ? 'on' : 'off'}`,
  moved: (name: string, place: number, of: number) => `${quoted(name)} moved: ${grouped(place)} of ${grouped(of)}`,
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
  emptied: (n: number) => `${count(n, 'record')} deleted for good`,
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

export const settingsWords = {
  title: 'Settings',
  look: 'Appearance',
  theme: 'Theme',
  themeHint: 'System follows your computer.',
  themes: {system: 'System', light: 'Light', dark: 'Dark'},
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
  keys: 'Keys',
  changeKeys: 'Change in Chrome',
  trash: 'Trash',
  inTrash: (n: number) => (n === 0 ? 'Empty' : `${count(n, 'record')}, each kept for 30 days`),
  openTrash: 'Open trash',
  about: 'About',
  version: (version: string) => `Version ${version}`,
  privacy: 'No telemetry. Nothing leaves this browser but your own sync.',
}

export const keyListWords = {
  title: 'Keys',
  close: 'Close',
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
      url: 'http://localhost:3000/$1',
      map_local: '/home/me/main.js',
      mock_or_file_picker: 'https://mocks.test/cart.json',
    },
    choose: 'Choose file',
    size: (size: string, most: string) => `${size} of ${most}`,
    removeFile: (name: string) => `Remove ${name}`,
    fileRemoved: (name: string) => `${quoted(name)} removed from the rule`,
    notText: (name: string) => `${name} is not a text file; only text can be kept in a rule.`,
    tooLarge: (name: string) => `${name} is larger than 2 MB, which Chrome does not take.`,
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
  },
  delay: {verb: 'wait', delay: 'Delay', unit: 'ms', long: 'The page may give up'},
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
  duplicateOnly: 'Duplicate condition',
  addMenu: 'What to add',
  addEmpty: 'An empty condition',
  addCopy: 'A copy of the last one',
  conditionMoved: (from: number, to: number) => `Condition ${from} moved to place ${to}`,
  when: 'When',
  anyRequest: 'any fetch or XHR',
  addCondition: 'Add a condition',
  removeCondition: 'Remove condition',
  conditionRemoved: 'Condition removed',
  sourceKey: 'Source key',
  sourceOperator: 'Source operator',
  sourceValue: 'Source value',
  valueHints: {
    url: 'https://api.shop.test/v1/',
    host: 'api.shop.test',
    path: '/v1/cart',
  } satisfies Record<SourceKey, string>,
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
  domainsHint: 'shop.test, cdn.test',
  payloadKey: 'Payload key',
  payloadOperator: 'Payload operator',
  payloadValue: 'Payload value',
  group: 'Group',
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
  notKept:
    'This draft is not kept: the browser has no room for it. It stays in this form until the page is closed. Save it, or delete rules you no longer need.',
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
  restore: 'Restore from trash',
}

/** The way that requests go round in circles, with the rules that lead from address to address. */
export const circleWords = {
  arrow: ' → ',
  byThis: (address: string) => `${address} (this rule)`,
  by: (address: string, name: string) => `${address} (${quoted(name)})`,
}

export const problemActionWords = {
  rewrite: 'Rewrite as wildcard',
  rewritten: 'Regex rewritten as wildcard',
  showIt: 'Show it',
  moveUp: 'Move up',
  movedUp: (isEnough: boolean) =>
    `Moved to the top of its group${isEnough ? '' : '; the groups above still take all that Chrome has room for'}`,
  moveToFirst: (group: string) => `Move to the top of ${quoted(group)}`,
}

export const worksForWords = {
  nothing: 'Nothing as it is written.',
  leftOut(numbers: readonly number[]) {
    const [last, before] = [numbers.at(-1), numbers.slice(0, -1)]
    return before.length === 0
      ? `Condition ${last} is left out.`
      : `Conditions ${before.join(', ')} and ${last} are left out.`
  },
}

/** What a rule of the type acts on today. */
export const worksFor: {readonly [T in RuleType]: string} = {
  Redirect: 'All requests. A picked file also stands in for pages; a file path is read for pages you open.',
  Cancel: 'All requests: pages, frames, scripts, images, fetch and XHR, WebSockets.',
  Replace: 'All requests. What follows # never leaves the browser.',
  Headers: 'All requests. DevTools does not show changed response headers.',
  UserAgent: 'All requests. Scripts of the page still read the browser’s own name.',
  QueryParam: 'All requests.',
  Request: 'fetch and XHR, from the next version on. Until then the rule is kept.',
  Response:
    'Scripts, styles, images and pages with status 200. Code, other statuses, fetch and XHR that need more come with the next version.',
  Delay: 'Pages and frames that you open. fetch and XHR come with the next version.',
}

const inMarks = (text: string) => (text === '' ? prose('nothing') : code(text))
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
    hidden: 'Hidden',
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
  reading: prose('The other rules are still being read.'),
  list: 'Rules that this request concerns',
  appliesWith: (n: number) => `Applies with ${count(n, 'other rule')}`,
  inOrder: (n: number) => `${count(n, 'rule')} in order`,
  onlyOne: 'Only rule for this URL',
  more: (n: number) => `and ${count(n, 'more rule')}`,
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
    resourceType: (wanted: string, actual: string) => phrase`Filter Type: it is ${actual}, not ${wanted}.`,
    requestPayload: (wanted: Phrase) => phrase`Filter Payload: it has no ${wanted}.`,
  },
  noText: (from: string) => phrase`${code(from)} is not in this URL, so there is nothing to change.`,
  wrongKind: (label: string, kind: string) => `A ${label} rule cannot act on this kind of request (${kind}).`,
  inPageKind: (kind: string) => `On ${kind} it runs inside the page, which this version does not do yet.`,
  webSocket: 'A WebSocket cannot be sent elsewhere.',
  sameType: (label: string, by: Phrase) =>
    phrase`Another ${label} acts first: ${by}. One ${label} acts on a request, the upper one.`,
  stopsFirst: (by: Phrase) => phrase`${by} stops the request first.`,
  answersFirst: (by: Phrase) => phrase`${by} answers the request first.`,
  otherType: (label: string, by: Phrase) => phrase`Another rule acts first: ${by} (${label}).`,
  elsewhere: (by: Phrase, url: string) => phrase`${by} sends it to ${code(url)} first, which this rule does not match.`,
  taken: (by: Phrase, header: string) => phrase`${by}, which stands above, has ${code(header)} already.`,
  same: prose('The URL is already as this rule would make it.'),
  circle: (first: string) => phrase`It would go round in circles: ${code(first)}`,
  circleBy: (address: string, by: Phrase) => phrase` → ${code(address)} (${by})`,
  moveAbove: 'Move above it',
  movedAbove: (name: string) => `Moved above ${quoted(name)}`,
  shortFirst: (name: string) => prose(` · ${quoted(name)} acts first`),
  swap: (before: Phrase, after: Phrase) => phrase`${before} → ${after}`,
  nothingThere: inMarks(''),
}

export const becomesWords = {
  title: 'Becomes',
  rules: (n: number) => count(n, 'browser rule'),
  inPage: 'in the page',
  none: 'no browser rule',
  notYet: 'not yet',
  lookFirst: 'Before it can be kept:',
  inPageText: 'Runs in the page, not as a browser rule.',
  noneText: 'As it is written, nothing of it reaches the browser.',
  copy: 'Copy the browser rules',
  copied: 'Copied',
  notCopied: 'The browser does not let it be copied.',
  showAll: (lines: number) => `Show all ${grouped(lines)} lines`,
}
