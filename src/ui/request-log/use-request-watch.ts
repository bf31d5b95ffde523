import {useSignal, type ReadonlySignal} from '@preact/signals'
import {useEffect} from 'preact/hooks'
import type {StoredValues} from '../browser-adapter'
import type {Activity} from './activity'

/** The storage key of the setting that turns the log off. */
export const activityLogKey = 'activityLog'

export const isLogOn = async (storedValues: StoredValues): Promise<boolean> =>
  (await storedValues.read(activityLogKey).catch(() => undefined)) !== false

/** Watches while mounted and the log is on; returns whether it is on, null at first. */
export function useRequestWatch(
  activity: Activity | null,
  storedValues: StoredValues,
  tab?: number,
): ReadonlySignal<boolean | null> {
  const isOn = useSignal<boolean | null>(null)
  useEffect(() => {
    if (!activity) return
    let isHere = true
    const turn = (on: boolean) => {
      isOn.value = on
      if (on) activity.start(tab)
      else activity.stop()
    }
    const read = async () => {
      const on = await isLogOn(storedValues)
      if (isHere && isOn.peek() === null) turn(on)
    }
    void read()
    const unhear = storedValues.onChange((key, value) => {
      if (key === activityLogKey) turn(value !== false)
    })
    return () => {
      isHere = false
      isOn.value = null
      unhear()
      activity.stop()
    }
  }, [activity, storedValues, tab])
  return isOn
}
