import {signal, type ReadonlySignal} from '@preact/signals'

/** When the first rows are on the screen: only then comes what nobody sees yet, as what appears on hover, or the rest of a large library. */
export type Rest = {
  readonly isRested: ReadonlySignal<boolean>
  begin(): void
  whenRested(): Promise<void>
}

/** A page that is not drawn never rests. */
const longest = 800

export function createRest(): Rest {
  const isRested = signal(false)
  let end = () => {}
  const rested = new Promise<void>(done => {
    const late = setTimeout(done, longest)
    end = () => {
      clearTimeout(late)
      done()
    }
  })
  return {
    isRested,
    begin() {
      isRested.value = true
      end()
    },
    whenRested: () => rested,
  }
}
