import {expect, it} from 'vitest'
import {translateRule} from '../../../src/dnr/translate'
import {headerModification} from '../../../src/model/rules/headers'
import {listModificationRows, storeModificationRows} from '../../../src/model/inactive-modifications'
import {faultsOfRule} from '../../../src/model/rule'
import {aRule} from '../ui/builders'

const header = (name: string) => ({header: name, type: 'Modify', value: '1', target: 'Request'}) as const
const source = {key: 'host', operator: 'Equals', value: 'a.test'} as const
const pair = {source, modifications: ['a', 'b', 'c'].map(header)}

it('a row that is off leaves the modifications and keeps its place', () => {
  const rows = listModificationRows(pair, headerModification)
  const stored = storeModificationRows(
    pair,
    rows.map((row, index) => ({...row, isOff: index === 1})),
    headerModification,
  )
  expect(stored).toEqual({
    source,
    modifications: [header('a'), header('c')],
    inactiveModifications: [{...header('b'), position: 1}],
  })
  const again = listModificationRows(stored, headerModification)
  expect(again.map(({modification, isOff}) => [modification.header, isOff])).toEqual([
    ['a', false],
    ['b', true],
    ['c', false],
  ])
  const allOn = again.map(row => ({...row, isOff: false}))
  expect(storeModificationRows(stored, allOn, headerModification)).toEqual(pair)
})

it('inactive modifications that cannot be read are kept', () => {
  const given = {...pair, inactiveModifications: [{position: 0}, 'x']}
  const rows = listModificationRows(given, headerModification)
  expect(rows).toHaveLength(3)
  expect(storeModificationRows(given, rows, headerModification)).toEqual(given)
})

it('a rule whose rows are all off has no fault and no browser rule', () => {
  const rule = aRule('Headers', {
    pairs: [{source, modifications: [], inactiveModifications: [{...header('a'), position: 0}]}],
  })
  expect(faultsOfRule(rule)).toEqual([])
  expect(translateRule(rule).templates).toEqual([])
})
