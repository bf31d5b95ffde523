export const Logo = ({size = 18}: {readonly size?: number}) => (
  <svg class="mark" width={size} height={size} viewBox="0 0 18 18" aria-hidden="true">
    <path class="mark-track" d="M1.5 13h15" />
    <path class="mark-siding" d="M1.5 13h3.2c4.6 0 4-8 8.6-8h3.2" />
  </svg>
)
