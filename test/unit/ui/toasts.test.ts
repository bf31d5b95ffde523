import {describe, expect, it} from 'vitest'
import {ServiceError, notFoundError} from '../../../src/api/service-error'
import {createToasts} from '../../../src/ui/state/toasts'

const later = () => new Promise(done => setTimeout(done, 5))

describe('the steps that can be taken back', () => {
  it('are the last twenty, the latest first', async () => {
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

  it('wait for one that is still being made: it is the one that is meant', async () => {
    const toasts = createToasts()
    const undone: string[] = []
    toasts.report('before', async () => undone.push('before'))
    let end = () => {}
    const work = new Promise<void>(done => (end = done))
    toasts.during(work)
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

  it('wait for one whose work ends together with the undo before it, and that is made a few turns later', async () => {
    const toasts = createToasts()
    const undone: string[] = []
    // One reading of the library ends both.
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
    toasts.during(work)
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

  it('are taken back in the order in which they were asked for, whichever was done first', async () => {
    const toasts = createToasts()
    const undone: string[] = []
    let end = () => {}
    const slow = new Promise<void>(done => (end = done))
    const said = (name: string, work: Promise<void>) =>
      toasts.step(async ({report}) => {
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

  it('are taken back by the button of their own toast, whatever was done without a word since', async () => {
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

  it('are taken back one after the other, however fast the keys come', async () => {
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

  it('say a refusal of the undo, and no success', async () => {
    const toasts = createToasts()
    toasts.report('moved', async () => toasts.refuse(new Error('It is gone.')))
    toasts.undo()
    await later()
    expect(toasts.current.value).toMatchObject({kind: 'refusal', text: 'Not done. It is gone.'})
  })

  it('stay to be taken back where the undo was refused for now, and go where it can never be done', async () => {
    const toasts = createToasts()
    let isFull = true
    const undone: string[] = []
    toasts.report('deleted', async () => {
      if (isFull) toasts.refuse(new ServiceError(500, 'store', 'The disk is full.'))
      else undone.push('deleted')
    })
    toasts.undo()
    await later()
    isFull = false
    toasts.undo()
    await later()
    expect(undone).toEqual(['deleted'])
    toasts.report('moved', async () => toasts.refuse(notFoundError('Rule a')))
    toasts.undo()
    await later()
    expect(toasts.undo()).toBe(false)
  })
})
