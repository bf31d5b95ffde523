import {testServiceContract} from '../api/service-contract'
import {openOne} from './open'

testServiceContract('on this device', () => openOne())
