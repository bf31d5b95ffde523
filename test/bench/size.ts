import {benchBundles} from './bundles'

// A step of `npm test`: what the browser loads stays within its limits.
for (const {what, measured, figure, limit, unit} of benchBundles()) {
  const holds = figure <= limit
  console.log(
    `${what}: ${figure.toFixed(2)}${unit} in ${measured}, at most ${limit}${unit}${holds ? '' : ': TOO LARGE'}`,
  )
  if (!holds) process.exitCode = 1
}
