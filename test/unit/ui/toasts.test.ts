import {verbatim} from '../../../src/model/faults'
import {describe, expect, it} from 'vitest'
import {ServiceError, notFoundError} from '../../../src/api/service-error'
import {createToasts} from '../../../src/ui/state/toasts'

const later = () => new Promise(done => setTimeout(done, 5))

describe('undo steps', () => {
  it('are the last twenty, latest first', async () => {
    const toasts = createToasts()
    const undone: number[] = []
    for (let n = 1; n <= 25; n++) toasts.report(`step ${n}`, async () => undone.push(n))
    const answers = Array.from({length: 20}, () => toasts.undo())
    expect(answers.every(Boolean)).toBe(true)
    await later()
    expect(undone).toEqual(Array.from({length: 20}, (_, index) => 25 - index))
    expect(toasts.undo()).toBe(false)
    expect(toasts.current.value?.text).toBe('Undone: step 6')
  })

  it('wait for a step in progress, which is the one that Undo means', async () => {
    const toasts = createToasts()
    const undone: string[] = []
    toasts.report('before', async () => undone.push('before'))
    let end = () => {}
    const work = new Promise<void>(done => (end = done))
    toasts.trackWork(work)
    const make = async () => {
      await work
      toasts.report('under way', async () => undone.push('under way'))
    }
    const making = make()
    expect(toasts.undo()).toBe(true)
    await later()
    expect(undone).toEqual([])
    end()
    await making
    await later()
    expect(undone).toEqual(['under way'])
  })

  it('wait for a step that is registered just after the previous undo ends', async () => {
    const toasts = createToasts()
    const undone: string[] = []
    // One read of the library completes both.
    let end = () => {}
    const reading = new Promise<void>(done => (end = done))
    toasts.report('first', async () => undone.push('first'))
    toasts.report('before', async () => {
      await reading
      undone.push('before')
    })
    toasts.undo()
    await later()
    const work = reading.then(() => undefined)
    toasts.trackWork(work)
    const make = async () => {
      await work
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      toasts.report('under way', async () => undone.push('under way'))
    }
    const making = make()
    toasts.undo()
    await later()
    end()
    await making
    await later()
    expect(undone).toEqual(['before', 'under way'])
  })

  it('are undone in the order of their requests, whichever finished first', async () => {
    const toasts = createToasts()
    const undone: string[] = []
    let end = () => {}
    const slow = new Promise<void>(done => (end = done))
    const said = (name: string, work: Promise<void>) =>
      toasts.runStep(async ({report}) => {
        await work
        report(name, async () => undone.push(name))
      })
    const first = said('turned off', slow)
    await said('deleted', Promise.resolve())
    end()
    await first
    expect(toasts.current.value?.text).toBe('deleted')
    toasts.undo()
    toasts.undo()
    await later()
    expect(undone).toEqual(['deleted', 'turned off'])
  })

  it('are undone by the button of their own toast, despite later silent steps', async () => {
    const toasts = createToasts()
    const undone: string[] = []
    toasts.report('deleted', async () => undone.push('deleted'))
    toasts.remember('turned off', async () => undone.push('turned off'))
    const step = toasts.current.value?.step
    expect(step?.text).toBe('deleted')
    toasts.undo(step)
    toasts.undo(step)
    await later()
    expect(undone).toEqual(['deleted'])
    expect(toasts.current.value?.text).toBe('Undone: deleted')
    toasts.undo()
    await later()
    expect(undone).toEqual(['deleted', 'turned off'])
  })

  it('are undone one after the other, however fast the key presses', async () => {
    const toasts = createToasts()
    const seen: string[] = []
    const slow = (name: string) => async () => {
      seen.push(`${name} begins`)
      await later()
      seen.push(`${name} ends`)
    }
    toasts.report('one', slow('one'))
    toasts.report('two', slow('two'))
    toasts.undo()
    toasts.undo()
    await later()
    await later()
    await later()
    expect(seen).toEqual(['two begins', 'two ends', 'one begins', 'one ends'])
  })

  it('show a rejected undo as an error and not as a success', async () => {
    const toasts = createToasts()
    toasts.report('moved', async () => toasts.reportError(new Error('It is gone.')))
    toasts.undo()
    await later()
    expect(toasts.current.value).toMatchObject({kind: 'refusal', text: 'Not done. It is gone.'})
  })

  it('stay after a temporary failure and are dropped if they can never be undone', async () => {
    const toasts = createToasts()
    let isFull = true
    const undone: string[] = []
    toasts.report('deleted', async () => {
      if (isFull) toasts.reportError(new ServiceError(500, 'store', verbatim('The disk is full.')))
      else undone.push('deleted')
    })
    toasts.undo()
    await later()
    isFull = false
    toasts.undo()
    await later()
    expect(undone).toEqual(['deleted'])
    toasts.report('moved', async () => toasts.reportError(notFoundError(verbatim('Rule a'))))
    toasts.undo()
    await later()
    expect(toasts.undo()).toBe(false)
  })
})
