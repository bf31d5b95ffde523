import {CircleAlert, TriangleAlert} from 'lucide-preact'
import type {Tone} from '../sentences/problems'

type ErrorTextProps = {readonly id: string; readonly tone?: Tone; readonly children: string}

export function ErrorText({id, tone = 'danger', children}: ErrorTextProps) {
  const Icon = tone === 'danger' ? CircleAlert : TriangleAlert
  return (
    <span class="error-text" id={id} data-tone={tone}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {children}
    </span>
  )
}
