// div() and kin of <stdlib.h>: quotient and remainder at once.

namespace {
template <class T> struct Quotient {
  T quot, rem;
};
} // namespace

extern "C" {
Quotient<int> div(int a, int b) {
  return {a / b, a % b};
}
Quotient<long> ldiv(long a, long b) {
  return {a / b, a % b};
}
Quotient<long long> lldiv(long long a, long long b) {
  return {a / b, a % b};
}
}
