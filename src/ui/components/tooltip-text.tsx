import {useId, useState} from 'preact/hooks'

type ExplainedProps = {readonly text: string; readonly tooltip: string}

export function TooltipText({text, tooltip}: ExplainedProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <span
      class="explained"
      onPointerEnter={({pointerType}) => setOpen(pointerType === 'mouse')}
      onPointerLeave={({pointerType}) => pointerType === 'mouse' && setOpen(false)}
      onKeyDown={event => {
        if (event.key !== 'Escape' || !isOpen) return
        event.preventDefault()
        setOpen(false)
      }}
    >
      <button
        type="button"
        class="hint"
        aria-describedby={id}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
      >
        {text}
      </button>
      <span id={id} role="tooltip" class="explained-text" hidden={!isOpen}>
        {tooltip}
      </span>
    </span>
  )
}
