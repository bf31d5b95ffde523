import {hashes} from '../routes'
import {keyListWords as words, placeWords} from '../words'
import {saveKeys, testerKeys, undoKeys} from './keys'

/** `keys` are alternatives; `>` stands between keys that are pressed in turn. */
type Shortcut = {readonly keys: readonly string[]; readonly does: string}
export type KeyPlace = {readonly where: string; readonly shortcuts: readonly Shortcut[]}

export const pagesByLetter: ReadonlyMap<string, {readonly hash: string; readonly name: string}> = new Map([
  ['r', {hash: hashes.rules, name: placeWords.rules}],
  ['g', {hash: hashes.groups, name: placeWords.groups}],
  ['a', {hash: hashes.activity, name: placeWords.activity}],
  ['i', {hash: hashes.import, name: placeWords.transfer}],
  ['c', {hash: hashes.account, name: placeWords.account}],
  ['s', {hash: hashes.settings, name: placeWords.settings}],
])

const anywhere: KeyPlace = {
  where: words.anywhere,
  shortcuts: [
    {keys: ['/'], does: words.search},
    {keys: ['n'], does: words.newRule},
    ...[...pagesByLetter].map(([letter, {name}]) => ({keys: [`g > ${letter}`], does: name})),
    {keys: [undoKeys], does: words.undo},
    {keys: ['?'], does: words.thisList},
    {keys: ['Esc'], does: words.escape},
  ],
}
const editor: KeyPlace = {
  where: words.editor,
  shortcuts: [
    {keys: [saveKeys], does: words.save},
    {keys: [testerKeys], does: words.tester},
    {keys: ['Alt ↑ ↓'], does: words.moveRow},
    {keys: ['Enter'], does: words.addRow},
  ],
}
const lists: KeyPlace = {
  where: words.lists,
  shortcuts: [
    {keys: ['↑ ↓', 'j k'], does: words.row},
    {keys: ['Space'], does: words.toggle},
    {keys: ['Enter'], does: words.edit},
    {keys: ['← →'], does: words.group},
    {keys: ['p'], does: words.pin},
    {keys: ['d'], does: words.duplicate},
    {keys: ['Del'], does: words.remove},
  ],
}
const rulesList: KeyPlace = {
  where: words.rulesList,
  shortcuts: [
    {keys: ['x'], does: words.select},
    {keys: ['Shift ↑ ↓'], does: words.range},
    {keys: ['Mod A'], does: words.all},
    {keys: ['Alt ↑ ↓'], does: words.move},
  ],
}

export const shortcutsByPlace: readonly KeyPlace[] = [anywhere, editor, lists, rulesList]
export const popupShortcuts: readonly KeyPlace[] = [anywhere, lists]
