import {hashes} from '../routes'
import type {ExplanationSegments} from '../sentences/explanation-segments'

export const ExplanationText = ({
  explanation: segments,
  mayLink = true,
}: {
  readonly explanation: ExplanationSegments
  readonly mayLink?: boolean
}) => (
  <>
    {segments.map(({text, code, marked, rule}, index) => {
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
