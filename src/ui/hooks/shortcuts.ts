import {hashes} from '../routes'
import {keyTexts} from '../../locales/keys'
import {shellTexts} from '../../locales/shell'
import {saveKeys, testerKeys, undoKeys} from './keys'

/** `keys` are alternatives; `>` stands between keys that are pressed in turn. */
type Shortcut = {readonly keys: readonly string[]; readonly description: string}
export type ShortcutSection = {readonly title: string; readonly shortcuts: readonly Shortcut[]}

/** The key of the name of a page, after `place.`. */
type Place = 'rules' | 'groups' | 'activity' | 'transfer' | 'account' | 'settings'

export const pagesByLetter: ReadonlyMap<string, {readonly hash: string; readonly place: Place}> = new Map([
  ['r', {hash: hashes.rules, place: 'rules'}],
  ['g', {hash: hashes.groups, place: 'groups'}],
  ['a', {hash: hashes.activity, place: 'activity'}],
  ['i', {hash: hashes.import, place: 'transfer'}],
  ['c', {hash: hashes.account, place: 'account'}],
  ['s', {hash: hashes.settings, place: 'settings'}],
])

const describeGlobalKeys = (): ShortcutSection => ({
  title: keyTexts('anywhere'),
  shortcuts: [
    {keys: ['/'], description: keyTexts('search')},
    {keys: ['n'], description: keyTexts('newRule')},
    ...[...pagesByLetter].map(([letter, {place}]) => ({
      keys: [`g > ${letter}`],
      description: shellTexts(`place.${place}`),
    })),
    {keys: [undoKeys], description: keyTexts('undo')},
    {keys: ['?'], description: keyTexts('thisList')},
    {keys: ['Esc'], description: keyTexts('escape')},
  ],
})
const describeEditorKeys = (): ShortcutSection => ({
  title: keyTexts('editor'),
  shortcuts: [
    {keys: [saveKeys], description: keyTexts('save')},
    {keys: [testerKeys], description: keyTexts('tester')},
    {keys: ['Alt ↑ ↓'], description: keyTexts('moveRow')},
    {keys: ['Enter'], description: keyTexts('addRow')},
  ],
})
const describeListKeys = (): ShortcutSection => ({
  title: keyTexts('lists'),
  shortcuts: [
    {keys: ['↑ ↓', 'j k'], description: keyTexts('row')},
    {keys: ['Space'], description: keyTexts('toggle')},
    {keys: ['Enter'], description: keyTexts('edit')},
    {keys: ['← →'], description: keyTexts('group')},
    {keys: ['p'], description: keyTexts('pin')},
    {keys: ['d'], description: keyTexts('duplicate')},
    {keys: ['Del'], description: keyTexts('remove')},
  ],
})
const describeRuleListKeys = (): ShortcutSection => ({
  title: keyTexts('rulesList'),
  shortcuts: [
    {keys: ['x'], description: keyTexts('select')},
    {keys: ['Shift ↑ ↓'], description: keyTexts('range')},
    {keys: ['Mod A'], description: keyTexts('all')},
    {keys: ['Alt ↑ ↓'], description: keyTexts('move')},
  ],
})

export const getAllShortcuts = (): readonly ShortcutSection[] => [
  describeGlobalKeys(),
  describeEditorKeys(),
  describeListKeys(),
  describeRuleListKeys(),
]
export const getPopupShortcuts = (): readonly ShortcutSection[] => [describeGlobalKeys(), describeListKeys()]
