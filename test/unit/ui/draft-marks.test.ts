import {expect, it} from 'vitest'
import {createNewDraftKey, getCreationId} from '../../../src/ui/options/editor/drafts/draft-keys'
import {createDraftMarks, getDraftStorageKey} from '../../../src/ui/state/draft-marks'
import {createFakeStoredValues} from './fake-browser-adapter'

it('marks the rules with a draft and follows the changes of all pages', async () => {
  const storedValues = createFakeStoredValues({
    [getDraftStorageKey('a')]: {version: 1},
    [getDraftStorageKey('b')]: 'anything',
    'last-url:a': 'x',
  })
  const {marks, stop} = createDraftMarks(storedValues)
  await storedValues.remove(getDraftStorageKey('b'))
  await Promise.resolve()
  expect([...marks.value]).toEqual(['a'])
  await storedValues.write(getDraftStorageKey('c'), {version: 1})
  await storedValues.write('other', 1)
  expect([...marks.value]).toEqual(['a', 'c'])
  stop()
  await storedValues.remove(getDraftStorageKey('c'))
  expect([...marks.value]).toEqual(['a', 'c'])
})

it('only the draft of a new rule has a creation id; a re-created one gets its own', () => {
  const key = createNewDraftKey('Headers')
  expect(getCreationId(key)).toBe(key.split('/').at(-1))
  expect(getCreationId('Headers_1')).toBeUndefined()
})
