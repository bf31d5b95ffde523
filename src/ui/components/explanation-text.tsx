import {hashes} from '../routes'
import type {Said} from '../sentences/explanation-segments'

export const SaidText = ({said, mayLink = true}: {readonly said: Said; readonly mayLink?: boolean}) => (
  <>
    {said.map(({text, code, marked, rule}, index) => {
      if (rule !== undefined && mayLink)
        return (
          <a key={index} class="rule-link" href={hashes.rule(rule)} dir="auto">
            {text}
          </a>
        )
      if (!code) return text
      return <code key={index}>{marked ? <mark data-tone="found">{text}</mark> : text}</code>
    })}
  </>
)
