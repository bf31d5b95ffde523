import {CircleAlert, CirclePause, Info, TriangleAlert} from 'lucide-preact'
import type {ComponentChildren} from 'preact'

type Tone = 'danger' | 'warn' | 'note' | 'paused'
const icons = {danger: CircleAlert, warn: TriangleAlert, note: Info, paused: CirclePause} as const

type CalloutProps = {
  readonly tone: Tone
  readonly title: string
  readonly children?: ComponentChildren
  readonly role?: 'alert' | 'status'
}

export function Callout({tone, title, children, role}: CalloutProps) {
  const Shape = icons[tone]
  return (
    <div class="callout" data-tone={tone} role={role}>
      <Shape size={16} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <p class="callout-title">{title}</p>
        {children}
      </div>
    </div>
  )
}
