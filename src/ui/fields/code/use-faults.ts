import {useEffect, useState} from 'preact/hooks'
import {codeFailed, formWords} from '../../words'
import {useForm} from '../use-field'
import {jsonStopsAt, placeIn} from './json-text'
import {longest, type CodeLanguage, type TextFault} from './code-language'

/** After the last key. */
const pause = 500
const none: readonly TextFault[] = []

function faultsOfJson(text: string): readonly TextFault[] {
  const stop = jsonStopsAt(text)
  if (stop === undefined) return none
  const place = placeIn(text, stop)
  return [{says: formWords.body.notJson(place.line), ...place}]
}

/** What is wrong with the text as it is now; nothing while someone types. */
export function useFaults(language: CodeLanguage, text: string): readonly TextFault[] {
  const {run} = useForm()
  const [found, setFound] = useState({language, text, faults: none})
  useEffect(() => {
    if (language === 'text' || text.trim() === '' || text.length > longest) return undefined
    let isCurrent = true
    async function faultsOfCode(): Promise<readonly TextFault[]> {
      const result = await run({kind: 'check', code: text})
      // Where it could not be asked, nothing is known of the text.
      if (result.ok || result.why === 'unreachable') return none
      const {why, message, line, column} = result
      return [{says: codeFailed(why, message, line), line, column}]
    }
    const look = async () => {
      const faults = await (language === 'json' ? faultsOfJson(text) : faultsOfCode())
      if (isCurrent) setFound({language, text, faults})
    }
    const timer = setTimeout(() => void look().catch(() => undefined), pause)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [language, text])
  return found.text === text && found.language === language ? found.faults : none
}
