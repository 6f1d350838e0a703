/// Times pairs natively, for bench/sections/native.js, which runs this program in turns with the WebAssembly module.
/// The argument is the scene's file; commands are lines on standard input:
///
///   list                           prints "name<TAB>question" for each contender, then an empty line
///   time INDEX REPETITIONS CLOCK   runs a contender over all pairs; prints nanoseconds of wall-clock time, or of
///                                  processor time if CLOCK is "cpu"
///   answers INDEX FILE             runs a contender once, writes 4 doubles per pair to the file, prints "done"

#include <chrono>
#include <cstdio>
#include <ctime>
#include <iostream>

#include "pair_scene.h"

namespace {

double nanoseconds(const std::string& clock) {
  if (clock == "cpu") return static_cast<double>(std::clock()) * (1e9 / CLOCKS_PER_SEC);
  const std::chrono::duration<double, std::nano> now = std::chrono::steady_clock::now().time_since_epoch();
  return now.count();
}

}  // namespace

int main(int argc, char** argv) {
  bench::PairScene scene;
  if (argc != 2 || !bench::read_scene(argv[1], scene)) {
    std::cerr << "usage: hyperplane_pair_bench SCENE\n";
    return 1;
  }
  std::vector<bench::Contender> contenders;
  bench::add_hyperplane(scene, contenders);
#ifdef BENCH_BULLET
  bench::add_bullet(scene, contenders);
#endif
#ifdef BENCH_ODE
  bench::add_ode(scene, contenders);
#endif
#ifdef BENCH_LIBCCD
  bench::add_libccd(scene, contenders);
#endif
#ifdef BENCH_FCL
  bench::add_fcl(scene, contenders);
#endif

  std::vector<bench::Answer> answers(scene.pairs.size());
  std::string command;
  while (std::cin >> command) {
    if (command == "list") {
      for (const bench::Contender& contender : contenders) {
        std::cout << contender.name << '\t' << contender.question << '\n';
      }
      std::cout << std::endl;
      continue;
    }
    std::size_t index = 0;
    if (!(std::cin >> index) || index >= contenders.size()) return 1;
    if (command == "time") {
      long repetitions = 0;
      std::string clock;
      if (!(std::cin >> repetitions >> clock)) return 1;
      const double start = nanoseconds(clock);
      for (long i = 0; i < repetitions; ++i) contenders[index].run(answers.data());
      std::cout << nanoseconds(clock) - start << std::endl;
    } else if (command == "answers") {
      std::string path;
      if (!(std::cin >> path)) return 1;
      contenders[index].run(answers.data());
      if (contenders[index].collect) contenders[index].collect(answers.data());
      std::FILE* file = std::fopen(path.c_str(), "wb");
      if (!file) return 1;
      const bool written = std::fwrite(answers.data(), sizeof(bench::Answer), answers.size(), file) == answers.size();
      if (std::fclose(file) != 0 || !written) return 1;
      std::cout << "done" << std::endl;
    } else {
      return 1;
    }
  }
  return 0;
}
