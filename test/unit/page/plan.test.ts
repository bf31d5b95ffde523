import {beforeEach, expect, it, vi} from 'vitest'
import {sharedGlobals} from '../../../src/page/isolated/shared-globals'
import {readPlan} from '../../../src/page/isolated/plan'

beforeEach(() => {
  const page = {}
  vi.stubGlobal('window', page)
  vi.stubGlobal('parent', page)
  vi.stubGlobal('opener', null)
  delete sharedGlobals.plan
})

/** A storage that answers and announces changes when told. */
function createStorage() {
  const answers: ((plan?: string) => void)[] = []
  let change: (plan?: string) => void = () => {}
  const port = {
    readStorage: () => new Promise<string | undefined>(resolve => answers.push(resolve)),
    onPlanChange: (listener: typeof change) => {
      change = listener
    },
  }
  return {port, answers, change: (plan?: string) => change(plan)}
}

it('the rules are read once, before the script that applies them listens', async () => {
  const {port, answers, change} = createStorage()
  readPlan(port)
  expect(answers).toHaveLength(1)
  answers[0]?.('stored')
  expect(await readPlan(port).first).toBe('stored')
  const received: (string | undefined)[] = []
  readPlan(port).listen(plan => received.push(plan))
  expect(received).toEqual(['stored'])
  change('changed')
  expect(received).toEqual(['stored', 'changed'])
  expect(answers).toHaveLength(1)
})

it('rules that change while they are read are not replaced by older ones', async () => {
  const {port, answers, change} = createStorage()
  const received: (string | undefined)[] = []
  readPlan(port).listen(plan => received.push(plan))
  change('changed')
  answers[0]?.('stored')
  await readPlan(port).first
  expect(received).toEqual(['changed'])
})

it('a frame takes the rules of its parent at once', () => {
  const {port, answers} = createStorage()
  const plan = {received: {plan: 'of the parent'}}
  vi.stubGlobal('parent', {[Symbol.for('switchyard')]: {plan}})
  const received: (string | undefined)[] = []
  readPlan(port).listen(each => received.push(each))
  expect(received).toEqual(['of the parent'])
  expect(answers).toEqual([])
})
