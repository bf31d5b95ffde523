import {expect, it} from 'vitest'
import {createDraftMarks, draftPlace} from '../../../src/ui/state/draft-marks'
import {fakeKept} from './fake-surface'

it('marks the rules with a draft, and follows what any page writes', async () => {
  const kept = fakeKept({[draftPlace('a')]: {version: 1}, [draftPlace('b')]: 'anything', 'last-url:a': 'x'})
  const {marks, stop} = createDraftMarks(kept)
  await kept.remove(draftPlace('b'))
  await Promise.resolve()
  expect([...marks.value]).toEqual(['a'])
  await kept.write(draftPlace('c'), {version: 1})
  await kept.write('other', 1)
  expect([...marks.value]).toEqual(['a', 'c'])
  stop()
  await kept.remove(draftPlace('c'))
  expect([...marks.value]).toEqual(['a', 'c'])
})
