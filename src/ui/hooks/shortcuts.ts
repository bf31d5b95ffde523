import {hashes} from '../routes'
import {keyTexts} from '../../locales/keys'
import {shellTexts} from '../../locales/shell'
import {saveKeys, testerKeys, undoKeys} from './keys'

/** `keys` are alternatives; `>` stands between keys that are pressed in turn. */
type Shortcut = {readonly keys: readonly string[]; readonly description: string}
export type ShortcutSection = {readonly title: string; readonly shortcuts: readonly Shortcut[]}

export const pagesByLetter: ReadonlyMap<string, {readonly hash: string; readonly name: string}> = new Map([
  ['r', {hash: hashes.rules, name: shellTexts('place.rules')}],
  ['g', {hash: hashes.groups, name: shellTexts('place.groups')}],
  ['a', {hash: hashes.activity, name: shellTexts('place.activity')}],
  ['i', {hash: hashes.import, name: shellTexts('place.transfer')}],
  ['c', {hash: hashes.account, name: shellTexts('place.account')}],
  ['s', {hash: hashes.settings, name: shellTexts('place.settings')}],
])

const anywhere: ShortcutSection = {
  title: keyTexts('anywhere'),
  shortcuts: [
    {keys: ['/'], description: keyTexts('search')},
    {keys: ['n'], description: keyTexts('newRule')},
    ...[...pagesByLetter].map(([letter, {name}]) => ({keys: [`g > ${letter}`], description: name})),
    {keys: [undoKeys], description: keyTexts('undo')},
    {keys: ['?'], description: keyTexts('thisList')},
    {keys: ['Esc'], description: keyTexts('escape')},
  ],
}
const editor: ShortcutSection = {
  title: keyTexts('editor'),
  shortcuts: [
    {keys: [saveKeys], description: keyTexts('save')},
    {keys: [testerKeys], description: keyTexts('tester')},
    {keys: ['Alt ↑ ↓'], description: keyTexts('moveRow')},
    {keys: ['Enter'], description: keyTexts('addRow')},
  ],
}
const lists: ShortcutSection = {
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
}
const rulesList: ShortcutSection = {
  title: keyTexts('rulesList'),
  shortcuts: [
    {keys: ['x'], description: keyTexts('select')},
    {keys: ['Shift ↑ ↓'], description: keyTexts('range')},
    {keys: ['Mod A'], description: keyTexts('all')},
    {keys: ['Alt ↑ ↓'], description: keyTexts('move')},
  ],
}

export const allShortcuts: readonly ShortcutSection[] = [anywhere, editor, lists, rulesList]
export const popupShortcuts: readonly ShortcutSection[] = [anywhere, lists]
