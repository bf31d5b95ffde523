import type {ReadonlySignal} from '@preact/signals'
import type {ComponentType} from 'preact'
import {useEffect, useState} from 'preact/hooks'
import type {Rule} from '../../../../contract/rule'
import {useOptions} from '../../options-context'
import type {Judge} from '../judge'
import {judgeFor} from '../judging'

type BecomesProps = {readonly rule: ReadonlySignal<Rule>}
export type PanelProps = BecomesProps & {readonly judge: Judge}
type Loaded = {readonly Panel: ComponentType<PanelProps>; readonly judge: Judge}

/** The last part of the rail, filled once it has been loaded. */
export function BecomesPlace(props: BecomesProps) {
  const {surface} = useOptions()
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    let isHere = true
    const load = async () => {
      const [{Panel}, judge] = await Promise.all([import('./panel'), judgeFor(surface)])
      if (isHere) setLoaded({Panel, judge})
    }
    void load()
    return () => {
      isHere = false
    }
  }, [])
  return <section class="becomes">{loaded && <loaded.Panel {...props} judge={loaded.judge} />}</section>
}
