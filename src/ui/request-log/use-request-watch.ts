import {useSignal, type ReadonlySignal} from '@preact/signals'
import {useEffect} from 'preact/hooks'
import type {StoredValues} from '../browser-adapter'
import type {Activity} from './activity'

/** Where it is kept that nobody wants requests to be watched. */
export const activityLogPlace = 'activityLog'

export const isLogOn = async (storedValues: StoredValues): Promise<boolean> =>
  (await storedValues.read(activityLogPlace).catch(() => undefined)) !== false

/** Watches while this is drawn and the log is on; returns which, once it is known. */
export function useWatching(
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
      if (key === activityLogPlace) turn(value !== false)
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
