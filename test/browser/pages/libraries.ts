import {badLibrary} from '../../samples/bad-input'
import {mixedRules} from '../../samples/mixed-rules'
import {cartExperiment, pictured, type StoredLibrary} from '../../samples/workbench'

const empty: StoredLibrary = {groups: [], rules: [], trash: [], paused: false}

/** Every library that a page or state of the catalogue is shown with. */
export const libraries = {
  empty,
  one: {...empty, rules: pictured.rules.slice(0, 1).map(record => ({...record, groupId: ''}))},
  pictured,
  paused: {...pictured, paused: true},
  experiment: {...pictured, rules: [...pictured.rules, cartExperiment]},
  unreadable: {
    ...pictured,
    rules: [{id: 'Redirect_1', ruleType: 'Redirect', name: 'No pairs', own: '<b>kept</b>'}, ...pictured.rules],
  },
  bad: badLibrary,
  thousand: {...empty, rules: mixedRules(1_000)},
} as const satisfies Readonly<Record<string, StoredLibrary>>

export type LibraryName = keyof typeof libraries
