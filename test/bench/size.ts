import {benchBundles} from './bundles'

// A step of `npm test`: warns if the browser loads more than the limit, fails at twice that.
for (const {name, measured, value, limit, unit} of benchBundles()) {
  const verdict = value <= limit ? '' : value <= 2 * limit ? ': WARNING, large' : ': TOO LARGE'
  console.log(`${name}: ${value.toFixed(2)}${unit} in ${measured}, intended at most ${limit}${unit}${verdict}`)
  if (value > 2 * limit) process.exitCode = 1
}
