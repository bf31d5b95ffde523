/** Design.md's "Layers": who may import whom. `types` may be imported as types only: the ports that `platform` implements. */
export type Row = {readonly may: readonly string[]; readonly types?: readonly string[]}

export const layers: Readonly<Record<string, Row>> = {
  contract: {may: []},
  matching: {may: ['contract']},
  translate: {may: ['contract', 'matching']},
  service: {may: ['contract', 'translate']},
  sync: {may: ['contract', 'service']},
  // Why a rule acts or not: pure, so that pages answer at each key what the worker would say.
  simulator: {may: ['contract', 'matching', 'translate']},
  engine: {may: ['contract', 'matching', 'translate', 'simulator']},
  page: {may: ['contract', 'matching']},
  // What another tool does once may go round in circles here, which only matching tells, or be more than Chrome can do.
  interchange: {may: ['contract', 'matching', 'translate', 'simulator']},
  platform: {may: ['contract'], types: ['engine', 'page', 'service', 'ui']},
  ui: {may: ['contract', 'matching', 'translate', 'simulator', 'interchange']},
  'team-server': {may: ['contract', 'translate']},
}

/** One file a rule type, of the same name, in each of these folders. */
export const nineNames = [
  'redirect',
  'cancel',
  'replace',
  'headers',
  'user-agent',
  'query-param',
  'request',
  'response',
  'delay',
]
export const foldersOfNine = ['src/contract/rules', 'src/translate/rules', 'src/ui/forms']
/** What may stand beside the nine: the table of them, and the type that they share. */
export const besideTheNine = ['index', 'kind']

export const longestFile = 400
export const longestEntrypoint = 59
/** Files that are tables of data, which may be longer. */
export const longTables: readonly string[] = ['src/ui/words.ts', 'src/contract/reasons.ts']
