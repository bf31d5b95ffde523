/** The layers of docs/architecture.md: who may import whom. `types`: as types only. */
export type Row = {readonly may: readonly string[]; readonly types?: readonly string[]}

export const layers: Readonly<Record<string, Row>> = {
  // Every layer may import its types, since codes are keys of a catalogue.
  locales: {may: []},
  model: {may: []},
  api: {may: ['model']},
  messaging: {may: ['model'], types: ['api']},
  matching: {may: ['model']},
  // `api` for the records that a service returns with their derived browser rules.
  dnr: {may: ['model', 'matching', 'api']},
  simulator: {may: ['model', 'matching', 'dnr'], types: ['api']},
  engine: {may: ['model', 'api', 'messaging', 'matching', 'dnr', 'simulator']},
  // `dnr` for the derived `extensionRules` of each record, and for how many rules there may be.
  storage: {may: ['model', 'api', 'dnr']},
  sync: {may: ['model', 'api', 'storage']},
  page: {may: ['model', 'messaging', 'matching', 'script-sandbox']},
  'script-sandbox': {may: ['model', 'messaging']},
  // `locales` for the names that an import gives to records.
  'import-export': {may: ['locales', 'model', 'matching', 'dnr', 'simulator']},
  // The adapters implement ports that their users declare, and speak the messages of `messaging`.
  browser: {may: ['model', 'messaging', 'api'], types: ['engine', 'page', 'script-sandbox', 'ui']},
  ui: {may: ['locales', 'model', 'messaging', 'api', 'matching', 'dnr', 'simulator', 'import-export']},
  'team-server': {may: ['locales', 'model', 'api', 'dnr']},
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
export const foldersOfNine = ['src/model/rules', 'src/dnr/rules', 'src/ui/options/editor/forms']
/** What may stand beside the nine: the table of them, and the type that they share. */
export const besideTheNine = ['index', 'kind']

export const longestFile = 400
export const longestEntrypoint = 59
/** Files that are tables of data, which may be longer. */
export const longTables: readonly string[] = []
