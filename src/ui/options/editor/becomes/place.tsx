import type {ReadonlySignal} from '@preact/signals'
import type {ComponentType} from 'preact'
import {useEffect, useState} from 'preact/hooks'
import type {Rule} from '../../../../contract/rule'

export type BecomesProps = {readonly rule: ReadonlySignal<Rule>}

/** The last part of the rail, filled once it has been loaded. */
export function BecomesPlace(props: BecomesProps) {
  const [Panel, setPanel] = useState<ComponentType<BecomesProps> | null>(null)
  useEffect(() => {
    let isHere = true
    const load = async () => {
      const part = await import('./panel')
      if (isHere) setPanel(() => part.Panel)
    }
    void load()
    return () => {
      isHere = false
    }
  }, [])
  return <section class="becomes">{Panel && <Panel {...props} />}</section>
}
