#ifndef CHECK_HPP
#define CHECK_HPP

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "volo.hpp"

#define CHECK(condition)                                               \
  do {                                                                 \
    if (!(condition)) {                                                \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      std::exit(1);                                                    \
    }                                                                  \
  } while (0)

constexpr auto START_4 = "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4";

// A call is refused with a code, a text in the message, a ruling and an offset.
template <typename Function>
void refused(Function function, int code, const char *message, const char *ruling = "", int64_t offset = -1) {
  try {
    function();
  } catch (const volo::Error &error) {
    const int64_t found = error.offset ? static_cast<int64_t>(*error.offset) : -1;
    if (error.code == code && std::strstr(error.what(), message) && error.ruling == ruling && found == offset) return;
    std::fprintf(stderr, "%d %s at %d: %s\n", error.code, error.ruling.c_str(), static_cast<int>(found), error.what());
  }
  std::fprintf(stderr, "expected: %d %s at %d: %s\n", code, ruling, static_cast<int>(offset), message);
  std::exit(1);
}

inline volo_move move_of(int edge, const std::string &text) {
  return volo::get<volo_move>(volo_move_parse, edge, text.c_str());
}

#endif
