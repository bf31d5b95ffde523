import {hashes} from '../routes'
import {keyTexts} from '../../locales/keys'
import {shellTexts} from '../../locales/shell'
import {saveKeys, testerKeys, undoKeys} from './keys'

/** `keys` are alternatives; `>` stands between keys that are pressed in turn. */
type Shortcut = {readonly keys: readonly string[]; readonly does: string}
export type KeyPlace = {readonly where: string; readonly shortcuts: readonly Shortcut[]}

export const pagesByLetter: ReadonlyMap<string, {readonly hash: string; readonly name: string}> = new Map([
  ['r', {hash: hashes.rules, name: shellTexts('place.rules')}],
  ['g', {hash: hashes.groups, name: shellTexts('place.groups')}],
  ['a', {hash: hashes.activity, name: shellTexts('place.activity')}],
  ['i', {hash: hashes.import, name: shellTexts('place.transfer')}],
  ['c', {hash: hashes.account, name: shellTexts('place.account')}],
  ['s', {hash: hashes.settings, name: shellTexts('place.settings')}],
])

const anywhere: KeyPlace = {
  where: keyTexts('anywhere'),
  shortcuts: [
    {keys: ['/'], does: keyTexts('search')},
    {keys: ['n'], does: keyTexts('newRule')},
    ...[...pagesByLetter].map(([letter, {name}]) => ({keys: [`g > ${letter}`], does: name})),
    {keys: [undoKeys], does: keyTexts('undo')},
    {keys: ['?'], does: keyTexts('thisList')},
    {keys: ['Esc'], does: keyTexts('escape')},
  ],
}
const editor: KeyPlace = {
  where: keyTexts('editor'),
  shortcuts: [
    {keys: [saveKeys], does: keyTexts('save')},
    {keys: [testerKeys], does: keyTexts('tester')},
    {keys: ['Alt ↑ ↓'], does: keyTexts('moveRow')},
    {keys: ['Enter'], does: keyTexts('addRow')},
  ],
}
const lists: KeyPlace = {
  where: keyTexts('lists'),
  shortcuts: [
    {keys: ['↑ ↓', 'j k'], does: keyTexts('row')},
    {keys: ['Space'], does: keyTexts('toggle')},
    {keys: ['Enter'], does: keyTexts('edit')},
    {keys: ['← →'], does: keyTexts('group')},
    {keys: ['p'], does: keyTexts('pin')},
    {keys: ['d'], does: keyTexts('duplicate')},
    {keys: ['Del'], does: keyTexts('remove')},
  ],
}
const rulesList: KeyPlace = {
  where: keyTexts('rulesList'),
  shortcuts: [
    {keys: ['x'], does: keyTexts('select')},
    {keys: ['Shift ↑ ↓'], does: keyTexts('range')},
    {keys: ['Mod A'], does: keyTexts('all')},
    {keys: ['Alt ↑ ↓'], does: keyTexts('move')},
  ],
}

export const shortcutsByPlace: readonly KeyPlace[] = [anywhere, editor, lists, rulesList]
export const popupShortcuts: readonly KeyPlace[] = [anywhere, lists]
