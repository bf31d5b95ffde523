import {useSignal} from '@preact/signals'
import {useEffect, useId} from 'preact/hooks'
import {activityLogPlace, isLogOn} from '../../activity/kept'
import {usePage} from '../../parts/library-context'
import {Switch} from '../../parts/switch'
import {settingsWords as words} from '../../words'
import {useOptions} from '../options-context'
import {Section, Setting} from './setting'

/** Whether requests may be watched at all. */
export function ActivitySetting() {
  const {toasts} = usePage().library
  const {kept} = useOptions().surface
  const isOn = useSignal(true)
  const hint = useId()
  const read = async () => {
    isOn.value = await isLogOn(kept)
  }
  useEffect(() => {
    void read()
    return kept.onChange((key, value) => {
      if (key === activityLogPlace) isOn.value = value !== false
    })
  }, [kept])
  const set = (on: boolean) => {
    isOn.value = on
    // What cannot be kept goes back to what is.
    kept.write(activityLogPlace, on).catch(error => {
      toasts.refuse(error)
      return read()
    })
  }
  return (
    <Section title={words.activity}>
      <Setting name={words.activity} hint={words.activityHint} hintId={hint}>
        <Switch name={words.activity} on={isOn.value} describedBy={hint} change={set} />
      </Setting>
    </Section>
  )
}
