import {useEffect, useState} from 'preact/hooks'
import type {FunctionComponent} from 'preact'

/** The list of all keys, once what draws it has come. */
export function KeyList({close}: {readonly close: () => void}) {
  const [List, setList] = useState<FunctionComponent<{readonly close: () => void}> | null>(null)
  useEffect(() => {
    void import('../other-pages').then(({KeyListDialog}) => setList(() => KeyListDialog), close)
  }, [])
  return List && <List close={close} />
}
